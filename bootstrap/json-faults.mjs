import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How many characters before the mistake a message quotes that names no position. */
const QUOTED_BEFORE = 10;

/**
 * The mistakes in writing of the JSON files of content/, one line each with file and line.
 * @param {string} root the project's folder
 * @returns {string[]}
 */
export function jsonFaults(root) {
  const folder = join(root, 'content');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => `content/${name.replaceAll('\\', '/')}`)
    .sort()
    .flatMap((file) => jsonFault(file, readFileSync(join(root, file), 'utf8')) ?? []);
}

/**
 * The mistake in a JSON text as a line that names the file; null if there is none.
 * @param {string} file
 * @param {string} text
 * @returns {string | null}
 */
export function jsonFault(file, text) {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const line = text.slice(0, positionIn(text, message)).split('\n').length;
    const reason = message.replace(/(?:, | in JSON at | at position )[\s\S]*$/, '');
    return `${file}:${line}: ${reason}: a comma, quotation mark or bracket is missing or too many, here or in the line before`;
  }
}

/**
 * @param {string} text
 * @param {string} message
 */
function positionIn(text, message) {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  const [, cut, quoted] = /, (\.\.\.)?"([\s\S]*?)"(?:\.\.\.)? is not valid JSON/.exec(message) ?? [];
  if (quoted === undefined) return text.trimEnd().length;
  return cut === undefined ? text.search(/\S/) : text.indexOf(quoted) + QUOTED_BEFORE;
}
