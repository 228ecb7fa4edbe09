import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';

const SOLIDITY = '.sol';

/** Matches `import "./Other.sol";` and `import {Name} from "@scope/package/Other.sol";`. */
const IMPORT = /^import (?:\{[^}]*\} from )?"([^"]+)";/gm;

/** Solidity files and all they import, by the path from `root` or the package's name, as solc resolves them. */
export async function gatherSources(root: string, path: string): Promise<Map<string, string>> {
  const sources = new Map<string, string>();
  const pending = path.endsWith(SOLIDITY) ? [path] : await filesOf(root, path);
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (sources.has(name)) continue;
    const text = await readFile(join(root, name.startsWith('@') ? join('node_modules', name) : name), 'utf8');
    sources.set(name, text);
    for (const [, target = ''] of text.matchAll(IMPORT)) {
      pending.push(target.startsWith('.') ? posix.join(posix.dirname(name), target) : target);
    }
  }
  return new Map([...sources].sort(([one], [other]) => (one < other ? -1 : 1)));
}

async function filesOf(root: string, folder: string): Promise<string[]> {
  const files = await readdir(join(root, folder));
  return files.filter((file) => file.endsWith(SOLIDITY)).map((file) => posix.join(folder, file));
}
