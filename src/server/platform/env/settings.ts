import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { EnvironmentError } from './env.ts';
import { fileSetting, formerSettings, ignoredSettings, SECRET_SETTINGS, unknownInFile } from './setting-names.ts';

const PROJECT = join(import.meta.dirname, '../../../..');
const FILE = join(PROJECT, '.env');

/**
 * The settings for every command: the environment first, where an empty value removes one of the file, then `.env` in
 * the project's folder unless SYNX_ENV_FILE=none; NAME_FILE names a file that contains a secret. Also added to
 * process.env for child processes and Astro, except secrets. Throws EnvironmentError, also for unknown names in `.env`.
 */
export function readSettings(): NodeJS.ProcessEnv {
  const file = parseEnv(textOf(process.env['SYNX_ENV_FILE']));
  const problems = unknownInFile(Object.keys(file));
  for (const [name, value] of Object.entries(file)) process.env[name] ??= value;
  const given = Object.entries(process.env).filter(([, value]) => value !== undefined && value !== '');
  const names = given.map(([name]) => name);
  problems.push(...formerSettings(names));
  const settings = withSecrets(Object.fromEntries(given), problems);
  if (problems.length > 0) throw new EnvironmentError([...new Set(problems)]);
  for (const notice of ignoredSettings(names)) console.warn(notice);
  return settings;
}

/** Replaces the names of secret files by their contents; adds a problem for each it cannot read. */
function withSecrets(settings: NodeJS.ProcessEnv, problems: string[]): NodeJS.ProcessEnv {
  const complete = { ...settings };
  for (const name of SECRET_SETTINGS) {
    const setting = fileSetting(name);
    const path = settings[setting];
    if (path === undefined) continue;
    delete complete[setting];
    if (settings[name] !== undefined) problems.push(`${setting}: ${name} is set as well; remove one of the two`);
    else complete[name] = secretOf(setting, path, problems);
  }
  return complete;
}

function secretOf(setting: string, path: string, problems: string[]): string | undefined {
  try {
    const secret = readFileSync(resolve(PROJECT, path), 'utf8').trim();
    if (secret === '') problems.push(`${setting}: ${path} is empty`);
    return secret;
  } catch (error) {
    problems.push(`${setting}: ${path} cannot be read: ${messageOf(error)}`);
    return undefined;
  }
}

function textOf(chosen = ''): string {
  if (chosen === 'none') return '';
  if (chosen !== '') throw new EnvironmentError(['SYNX_ENV_FILE: must be none, or left out']);
  try {
    // Some editors start a file with a byte order mark, which would become part of the first name.
    return readFileSync(FILE, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw new EnvironmentError([`${FILE}: cannot be read: ${messageOf(error)}`]);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
