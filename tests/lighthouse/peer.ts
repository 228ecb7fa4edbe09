import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, preview } from 'vite';
import { installedTool } from '#tests/run/installed-tool.ts';

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
  const modules = installedTool('@reown/appkit-adapter-wagmi@1.8.24', 'wagmi@3.7.7', '@tanstack/react-query@5.108.4');
  const root = join(modules, '../page');
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, 'index.html'), PAGE);
  writeFileSync(join(root, 'main.js'), MAIN);
  const shared = { root, configFile: false, envDir: false, logLevel: 'error' } as const;
  await build({ ...shared, build: { chunkSizeWarningLimit: 10_000 } });
  const server = await preview(shared);
  return { url: server.resolvedUrls?.local[0] ?? '', stop: () => server.close() };
}
