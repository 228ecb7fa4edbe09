import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { pagesWith } from '#src/config/page-paths.ts';

/** Bundles a worker of src/worker into one script. Throws the bundler's errors. */
export async function bundleWorker(kind: 'service' | 'kill'): Promise<string> {
  const result = await build({
    configFile: false,
    envDir: false,
    root: fileURLToPath(new URL('../..', import.meta.url)),
    logLevel: 'error',
    publicDir: false,
    define: {
      'process.env.NODE_ENV': '"production"',
      READING_PATHS: JSON.stringify(pagesWith('offline')),
    },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: {
        input: fileURLToPath(new URL(`../worker/${kind}-worker.ts`, import.meta.url)),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunks =
    output !== undefined && 'output' in output ? output.output.filter((file) => file.type === 'chunk') : [];
  const [chunk] = chunks;
  if (chunk === undefined || chunks.length > 1) throw new Error('the service worker must become one file');
  return chunk.code;
}
