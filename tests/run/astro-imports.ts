/**
 * The importing code of an .astro file, its front matter and its scripts, as one TypeScript text in which other .astro
 * files are named after their own such text, `<name>.astro.tsx`.
 */
export function astroImports(source: string): string {
  const frontMatter = /^\s*---\r?\n([\s\S]*?)\r?\n---/.exec(source)?.[1] ?? '';
  const scripts = [...source.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code ?? '');
  return [frontMatter, ...scripts].join('\n').replace(/\.astro(?=['"])/g, '.astro.tsx');
}
