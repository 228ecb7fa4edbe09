// npm run wallets -- FOLDER: plays a buyer who claims in the end, with a real wallet, the unpacked browser extension in
// FOLDER, on the built site with local chains, and prints the words of the page at each step.
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DEVELOPMENT_MNEMONIC } from '#src/config/development-accounts.ts';
import { HANDOVER_SETTINGS } from '#src/dev/rehearsal/handover-settings.ts';
import { dropSettings } from '#tests/run/clean-env.ts';
import { tellStack } from '#tests/support/browser/stack-address.ts';
import { startChains, startSite } from '#tests/support/browser/start-stack.ts';
import { claimSteps } from './claim-steps.ts';
import { startFarHosts } from './far-hosts.ts';
import { NOT_OFFERED, type Play, STEPS } from './play-steps.ts';
import { rabby } from './rabby.ts';
import { startExtension } from './start-extension.ts';
import { taho } from './taho.ts';
import type { WalletDriver } from './wallet-driver.ts';

const DRIVERS: readonly WalletDriver[] = [rabby, taho];

dropSettings();
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Name the folder of an unpacked browser extension: npm run wallets -- FOLDER');
  for (const { name, build } of DRIVERS) console.error(`\n${name}, from its public source:\n  ${build.join('\n  ')}`);
  process.exit(2);
}
const { name, version } = readManifest(folder);
const driver = DRIVERS.find((known) => known.manifest === name);
if (driver === undefined) throw new Error(`no driver for ${name} in tests/wallets`);

const chains = await startChains();
const stack = await startSite(chains.chains, HANDOVER_SETTINGS);
tellStack(stack);
const hosts = await startFarHosts(driver, chains.chains);
// Some extensions enter pages of localhost, but not of 127.0.0.1.
const origin = stack.url.replace('127.0.0.1', 'localhost');
const extension = await startExtension(resolve(folder), hosts.port, origin);
const [page = await extension.context.newPage()] = extension.context.pages();
const play = { page, extension, driver };
console.log(`${driver.name} ${version}`);
let failed = !(await tried('import a recovery phrase', () => importPhrase(play)));
for (const [name, step] of Object.entries(STEPS)) failed ||= !(await tried(name, () => step(play)));
const claim = await claimSteps(stack);
for (const [name, step] of Object.entries(claim.steps)) failed ||= !(await tried(name, () => step(play)));
await extension.stop();
await hosts.stop();
await claim.stop();
await stack.stop();
await chains.stop();
process.exit(failed ? 1 : 0);

/** The name and the version of the extension; a name may be that of a message of its default language. */
function readManifest(folder: string): { readonly name: string; readonly version: string } {
  const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'));
  const { name, version, default_locale: locale } = read('manifest.json');
  const key = /^__MSG_(.+)__$/.exec(name)?.[1];
  return { version, name: key === undefined ? name : read(`_locales/${locale}/messages.json`)[key].message };
}

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
