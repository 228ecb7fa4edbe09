import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

/** In one file nothing loads later, and what is imported at once needs no code that starts each module in its turn. */
const AT_ONCE: Plugin = {
  name: 'synx-imports-at-once',
  enforce: 'pre',
  transform(code) {
    const imports: string[] = [];
    const changed = code.replace(/(?<!typeof )\bimport\('([^']+)'\)/g, (_, path: string) => {
      const name = `atOnce${imports.length}`;
      imports.push(`import * as ${name} from '${path}';`);
      return `Promise.resolve(${name})`;
    });
    return imports.length === 0 ? null : { code: `${imports.join('')}${changed}`, map: null };
  },
};

/** Bundles a module of src/ with all that it imports into one script. Throws the bundler's errors. */
export async function bundleScript(module: string, define: Readonly<Record<string, string>>): Promise<string> {
  const result = await build({
    configFile: false,
    envDir: false,
    root: fileURLToPath(new URL('../..', import.meta.url)),
    logLevel: 'error',
    publicDir: false,
    plugins: [AT_ONCE],
    define: { 'process.env.NODE_ENV': '"production"', ...define },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      // What is pure does nothing by being imported.
      rolldownOptions: { treeshake: { moduleSideEffects: (id) => !id.includes('/src/lib/') } },
      // Not an input of its own: Vite would add what preloads the files of dynamic imports, of which there are none.
      lib: {
        entry: fileURLToPath(new URL(`../${module}`, import.meta.url)),
        formats: ['iife'],
        name: 'synx',
        fileName: 'script',
      },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunks =
    output !== undefined && 'output' in output ? output.output.filter((file) => file.type === 'chunk') : [];
  const [chunk] = chunks;
  if (chunk === undefined || chunks.length > 1) throw new Error(`${module} must become one file`);
  return chunk.code;
}
