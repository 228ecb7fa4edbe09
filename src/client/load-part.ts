const requested = new Set<string>();

/**
 * Loads a part of a page, and with it the files that it imports, which the browser would otherwise find one after the
 * other. `files` are paths from the root. The bundler puts this behind every import() (build/part-loading.ts).
 */
export function loadPart<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  for (const file of files) {
    if (requested.has(file)) continue;
    requested.add(file);
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = `/${file}`;
    document.head.append(link);
  }
  return load();
}
