import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { EnvironmentError } from './env.ts';

const FILE = join(import.meta.dirname, '../../../.env');

/**
 * The settings of every command: the environment, and for the rest `.env` in the project's folder, independent of the
 * working directory. The environment wins, even with an empty value, which removes a setting of the file.
 * SYNX_ENV_FILE=none ignores the file: tests and measurements must not depend on it.
 *
 * Returns those that are set. process.env is completed as well, for child processes and for Astro, which read them
 * there. Throws EnvironmentError if the file exists and cannot be read.
 */
export function readSettings(): NodeJS.ProcessEnv {
  const file = parseEnv(textOf(process.env['SYNX_ENV_FILE']));
  for (const [name, value] of Object.entries(file)) process.env[name] ??= value;
  return Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== undefined && value !== ''));
}

function textOf(chosen = ''): string {
  if (chosen === 'none') return '';
  if (chosen !== '') throw new EnvironmentError(['SYNX_ENV_FILE: must be none, or left out']);
  try {
    // Some editors begin a file with a byte order mark, which would become part of the first name.
    return readFileSync(FILE, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw new EnvironmentError([`${FILE}: cannot be read: ${error instanceof Error ? error.message : error}`]);
  }
}
