import { join } from 'node:path';
import { build } from 'vite';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';

/** Bundles the site's stores and wallet code, as a page would load them, for a separate thread; returns the file. */
export async function bundlePage(folder: string): Promise<string> {
  const name = 'page.mjs';
  await build({
    configFile: false,
    envDir: false,
    root: join(import.meta.dirname, '../../..'),
    logLevel: 'error',
    publicDir: false,
    define: {
      'import.meta.env.PUBLIC_PRESALE_ADDRESS': JSON.stringify(DEVELOPMENT_PRESALE_ADDRESS),
      'import.meta.env.PUBLIC_REHEARSAL': '"1"',
    },
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, 'page.ts'),
      outDir: folder,
      minify: false,
      rollupOptions: { output: { entryFileNames: name } },
    },
  });
  return join(folder, name);
}
