import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What every page with a wallet button or a card loads anyway, as paths in src/: it comes as one file, because a dozen
 * small ones compress worse.
 */
const SHARED_FILES = [
  'client/query.ts',
  'client/request.ts',
  'components/ui/ErrorBoundary.tsx',
  'components/ui/use-hydrated.ts',
  'components/ui/use-part.ts',
  'config/chains.ts',
  'config/explorer-url.ts',
  'config/limits.ts',
  'config/public-env.ts',
  'config/tokens.ts',
  'lib/money/decimal.ts',
  'lib/text/fill.ts',
  'lib/text/format-number.ts',
  'lib/money/quote.ts',
  'lib/text/text-of.ts',
  'stores/balances.ts',
  'stores/current-connection.ts',
  'purchase/start-outbox.ts',
  'stores/page-reload.ts',
  'purchase/pending-purchases.ts',
  'purchase/purchase-state.ts',
  'purchase/purchase-store.ts',
  'stores/presale.ts',
  'stores/queries.ts',
  'stores/refresh-after.ts',
  'stores/toasts.ts',
  'stores/wallet.ts',
  'purchase/purchase-refusal.ts',
] as const;

const SHARED_PACKAGES = /node_modules\/(@?nanostores|react)\//;

/**
 * Tells whether a module belongs to the shared file.
 * @param source the folder that the paths are in
 * @throws Error naming each file that is not there any more, which would otherwise drop out in silence
 */
export function sharedModules(source: string, files: readonly string[] = SHARED_FILES): (id: string) => boolean {
  const paths = files.map((file) => join(source, file));
  const missing = paths.filter((path) => !existsSync(path));
  if (missing.length > 0) throw new Error(`src/build/shared-files.ts names what is not there: ${missing.join(', ')}`);
  const shared = new Set(paths);
  return (id) => shared.has(id.replace(/\?.*$/, '')) || SHARED_PACKAGES.test(id);
}
