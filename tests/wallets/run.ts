// npm run wallets -- FOLDER: plays a buyer with a real wallet, the unpacked browser extension in FOLDER, on the built
// site with local chains, and prints the words of the page at each step.
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DEVELOPMENT_MNEMONIC } from '#src/dev/accounts.ts';
import { dropSettings } from '#tests/run/clean-env.ts';
import { tellStack } from '#tests/support/browser/stack-address.ts';
import { startChains, startSite } from '#tests/support/browser/start-stack.ts';
import { startFarHosts } from './far-hosts.ts';
import { NOT_OFFERED, type Play, STEPS } from './play-steps.ts';
import { startExtension } from './start-extension.ts';
import { taho } from './taho.ts';
import type { WalletDriver } from './wallet-driver.ts';

const DRIVERS: readonly WalletDriver[] = [taho];

dropSettings();
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Name the folder of an unpacked browser extension: npm run wallets -- FOLDER');
  for (const { name, build } of DRIVERS) console.error(`\n${name}, from its public source:\n  ${build.join('\n  ')}`);
  process.exit(2);
}
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { name: string; version: string };
const driver = DRIVERS.find((known) => known.manifest === manifest.name);
if (driver === undefined) throw new Error(`no driver for ${manifest.name} in tests/wallets`);

const chains = await startChains();
const stack = await startSite(chains.chains);
tellStack(stack);
const hosts = await startFarHosts(driver, chains.chains);
// Some extensions enter pages of localhost, but not of 127.0.0.1.
const origin = stack.url.replace('127.0.0.1', 'localhost');
const extension = await startExtension(resolve(folder), hosts.port, origin);
const [page = await extension.context.newPage()] = extension.context.pages();
const play = { page, extension, driver };
console.log(`${driver.name} ${manifest.version}`);
let failed = !(await tried('import a recovery phrase', () => importPhrase(play)));
for (const [name, step] of Object.entries(STEPS)) failed ||= !(await tried(name, () => step(play)));
await extension.stop();
await hosts.stop();
await stack.stop();
await chains.stop();
process.exit(failed ? 1 : 0);

async function importPhrase({ driver, extension }: Play): Promise<string> {
  await driver.importPhrase(extension, DEVELOPMENT_MNEMONIC);
  return 'unlocked';
}

/** Prints a step and its outcome; after a failure also where the pictures of all windows are. */
async function tried(name: string, step: () => Promise<string>): Promise<boolean> {
  const line = (mark: string, outcome: string) => console.log(`${mark} ${name.padEnd(36)} ${outcome}`);
  try {
    const outcome = await step();
    line(outcome === NOT_OFFERED ? '–' : '✓', outcome);
    return true;
  } catch (error) {
    line('✗', error instanceof Error ? error.message : String(error));
    const pictures = mkdtempSync(join(tmpdir(), 'synx-wallets-'));
    for (const [number, window] of extension.context.pages().entries())
      await window.screenshot({ path: join(pictures, `${number}.png`) }).catch(() => undefined);
    console.log(`  Pictures of the windows: ${pictures}`);
    return false;
  }
}
