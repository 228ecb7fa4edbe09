import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/** Bundles program.ts as a browser loads it, into a script that leaves its functions in the variable `allocation`. */
export async function bundleProgram(folder: string): Promise<string> {
  await build({
    configFile: false,
    envDir: false,
    root: join(import.meta.dirname, '../..'),
    logLevel: 'error',
    publicDir: false,
    build: {
      lib: {
        entry: join(import.meta.dirname, 'program.ts'),
        formats: ['iife'],
        name: 'allocation',
        fileName: () => 'program.js',
      },
      outDir: folder,
    },
  });
  return readFileSync(join(folder, 'program.js'), 'utf8');
}
