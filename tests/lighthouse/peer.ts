import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, preview } from 'vite';

/** Below the project's packages, where the page finds React, viem and AppKit; a fresh installation empties it. */
const ROOT = join(import.meta.dirname, '../../node_modules/.cache/peer');
/** npm rather than npx, because the page imports them. */
const INSTALL = ['install', '--prefix', ROOT, '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
const PACKAGES = ['@reown/appkit-adapter-wagmi@1.8.24', 'wagmi@3.7.7', '@tanstack/react-query@5.108.4'];
const PAGE =
  '<!doctype html><html lang="en"><title>Peer</title><div id="root"></div><script type="module" src="main.js">';

/** What the public example of AppKit with wagmi sets up, around nothing but its button. */
const MAIN = `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createAppKit } from '@reown/appkit/react';
import { WagmiAdapter } from '@reown/appkit-adapter-wagmi';
import { bsc, mainnet, polygon } from '@reown/appkit/networks';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { WagmiProvider } from 'wagmi';

const projectId = '0123456789abcdef0123456789abcdef';
const networks = [mainnet, bsc, polygon];
const adapter = new WagmiAdapter({ projectId, networks });
const metadata = { name: 'Peer', description: 'Peer', url: location.origin, icons: [] };
createAppKit({ adapters: [adapter], projectId, networks, metadata });
const button = createElement('appkit-button');
const queries = createElement(QueryClientProvider, { client: new QueryClient() }, button);
createRoot(document.getElementById('root')).render(
  createElement(WagmiProvider, { config: adapter.wagmiConfig }, queries),
);
`;

/** A page with a wallet button as others build it from npm, uncompressed: what it costs a visitor's processor. */
export async function servePeer(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  mkdirSync(ROOT, { recursive: true });
  execFileSync('npm', [...INSTALL, ...PACKAGES], { stdio: 'inherit' });
  writeFileSync(join(ROOT, 'index.html'), PAGE);
  writeFileSync(join(ROOT, 'main.js'), MAIN);
  const shared = { root: ROOT, configFile: false, envDir: false, logLevel: 'error' } as const;
  await build({ ...shared, build: { chunkSizeWarningLimit: 10_000 } });
  const server = await preview(shared);
  return { url: server.resolvedUrls?.local[0] ?? '', stop: () => server.close() };
}
