import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Modules that most pages load anyway, in one file. Without this list each page loads eight to ten files more, and 1.2
 * to 3.6 KB, because small ones compress worse.
 */
const SHARED_FILES = [
  'client/query.ts',
  'client/request.ts',
  'client/server-time.ts',
  'components/ui/Button.tsx',
  'components/ui/ErrorBoundary.tsx',
  'components/ui/page.tsx',
  'components/ui/request-island.ts',
  'components/ui/use-hydrated.ts',
  'components/ui/use-part.ts',
  'components/ui/use-server-clock.ts',
  'config/chains.ts',
  'config/explorer-url.ts',
  'config/limits.ts',
  'config/public-env.ts',
  'config/tokens.ts',
  'lib/money/decimal.ts',
  'lib/text/fill.ts',
  'lib/text/format-number.ts',
  'lib/text/text-of.ts',
  'scripts/shell/start-stores.ts',
  'stores/balances.ts',
  'stores/current-connection.ts',
  'lib/text/hex-patterns.ts',
  'purchase/payment-requests.ts',
  'purchase/start-outbox.ts',
  'purchase/pending-purchases.ts',
  'purchase/purchase-state.ts',
  'stores/has-stored-session.ts',
  'stores/page-reload.ts',
  'stores/presale.ts',
  'stores/queries.ts',
  'stores/register-wallet.ts',
  'stores/toasts.ts',
  'stores/wallet-state.ts',
] as const;

/**
 * What connects a wallet and follows it, and small modules of windows and of the pages that need a wallet. Without this
 * list connecting takes 20 files in place of 8, the landing page loads 0.7 KB more, and each page states 1.2 KB more of
 * hashes, while /staking loads 4 KB less, in ten more files.
 */
const WALLET_FILES = [
  'client/with-proof.ts',
  'components/ui/ConnectPrompt.tsx',
  'components/ui/ConnectRow.tsx',
  'components/ui/Dialog.tsx',
  'components/ui/Figure.tsx',
  'components/ui/Link.tsx',
  'components/ui/Status.tsx',
  'config/distributor.ts',
  'lib/allocation/claim-call.ts',
  'lib/text/shorten-address.ts',
  'stores/prove-account.ts',
  'stores/refresh-after.ts',
  'stores/switch-network.ts',
  'stores/wallet.ts',
  'wallet/error-code.ts',
  'wallet/guard-provider.ts',
  'wallet/personal-sign.ts',
  'wallet/plain-payment.ts',
  'wallet/read-chain.ts',
  'wallet/switch-chain.ts',
] as const;

const SHARED_PACKAGES = /node_modules\/(@?nanostores|react)\//;

/** The files that the bundler is to write besides those of dynamic imports; `source` is src/. */
export function chunkGroups(source: string) {
  const isShared = modulesIn(source, SHARED_FILES);
  return [
    { name: 'shared', test: (id: string) => isShared(id) || SHARED_PACKAGES.test(id), priority: 1 },
    // What a payment would buy, with what it imports: the card and its windows share it. Without it the landing page
    // loads five files more, and that of the wallet, which would take the sale's constants: it comes before the others.
    { name: 'offer', test: (id: string) => id.includes('/src/purchase/offer/'), priority: 0 },
    // With what it imports: a tool would otherwise load the whole group that has some of it, 2.4 KB more.
    { name: 'tool', test: (id: string) => id.includes('/src/scripts/shared/dom.ts'), priority: 0 },
    { name: 'wallet', test: modulesIn(source, WALLET_FILES), priority: 0 },
  ];
}

/** Whether a module is one of the files. Throws an Error naming missing ones, which would otherwise drop out. */
export function modulesIn(source: string, files: readonly string[]): (id: string) => boolean {
  const paths = files.map((file) => join(source, file));
  const missing = paths.filter((path) => !existsSync(path));
  if (missing.length > 0) throw new Error(`src/build/shared-files.ts names missing files: ${missing.join(', ')}`);
  const named = new Set(paths);
  return (id) => named.has(id.replace(/\?.*$/, ''));
}
