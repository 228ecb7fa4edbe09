import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Puts client/load-part.ts behind every import() of a built page, in place of Vite's own helper: most of that is for
 * style sheets, nonces and bases, which no part of this site has. `source` is src/.
 */
export function partLoading(source: string): Plugin {
  const file = join(source, 'client/load-part.ts');
  return {
    name: 'synx-part-loading',
    enforce: 'pre',
    apply: 'build',
    load: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => `export { loadPart as __vitePreload } from ${JSON.stringify(file)};`,
    },
  };
}
