import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLocale } from '#src/config/locales.ts';
import type { Problem } from './problem.ts';
import { CONTENT_KINDS, type SourceFile } from './source-file.ts';

export interface Sources {
  readonly sources: readonly SourceFile[];
  /** Files in places where no file belongs. */
  readonly problems: readonly Problem[];
}

/** Reads every Markdown file of content/ below `root`; a missing folder counts as empty. */
export function readSources(root: string): Sources {
  const sources: SourceFile[] = [];
  const problems: Problem[] = [];
  for (const kind of CONTENT_KINDS) {
    const folder = join(root, 'content', kind);
    if (!existsSync(folder)) continue;
    for (const path of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!path.isFile() || path.name.startsWith('.')) continue;
      const inside = join(path.parentPath, path.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/');
      const file = `content/${kind}/${inside}`;
      const [, locale = '', name = ''] = /^(\w+)\/([\w-]+)\.md$/.exec(inside) ?? [];
      if (isLocale(locale)) {
        sources.push({ kind, locale, name, file, text: readFileSync(join(root, file), 'utf8') });
      } else {
        problems.push({ file, line: 1, message: `is not content/${kind}/<language code>/<name>.md` });
      }
    }
  }
  return { sources: sources.sort((one, other) => one.file.localeCompare(other.file, 'en')), problems };
}
