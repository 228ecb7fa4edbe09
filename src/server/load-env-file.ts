import { existsSync } from 'node:fs';

/** Adds the variables of a `.env` file in the working directory; what the environment already says wins. */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}
