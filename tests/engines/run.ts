// npm run engines: computes lists of a handover in Chromium, and in the engines of Firefox and Safari from Debian's
// packages (SpiderMonkey in gjs, JavaScriptCore in jsc), and compares every byte with Node's. Exits with 1 if one is
// different.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { LAUNCH_FLAGS } from '#tests/support/chromium/launch-flags.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { findProgram } from '#tests/support/find-program.ts';
import { bundleProgram } from './bundle.ts';
import { fingerprint } from './program.ts';

/** Shells are no browsers: the one thing they lack, for the plain letters of a list. */
const ENCODER = `globalThis.TextEncoder ??= class {
  encode(text) { return Uint8Array.from(text, (letter) => letter.charCodeAt(0)); }
};`;

const folder = mkdtempSync(join(tmpdir(), 'synx-engines-'));

async function inChromium(script: string): Promise<string> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: [...LAUNCH_FLAGS] });
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: script });
    return String(await page.evaluate('allocation.fingerprint()'));
  } finally {
    await browser.close();
  }
}

function inShell(name: string, packages: readonly string[], script: string): string {
  const program = findProgram(name, packages);
  if ('unavailable' in program) return program.unavailable;
  const file = join(folder, `${name}.js`);
  writeFileSync(file, `${ENCODER}\n${script}\nprint(allocation.fingerprint());\n`);
  const { stdout, stderr, error } = spawnSync(program.path, [file], { encoding: 'utf8', timeout: 600_000 });
  return stdout.trim() || stderr.trim() || String(error);
}

try {
  const script = await bundleProgram(folder);
  const expected = fingerprint();
  const answers = {
    Chromium: await inChromium(script),
    'SpiderMonkey (Firefox)': inShell('gjs', ['gjs'], script),
    'JavaScriptCore (Safari)': inShell('jsc', ['libjavascriptcoregtk-4.0-bin'], script),
  };
  for (const [engine, answer] of Object.entries(answers)) {
    const isEqual = answer === expected;
    console.log(isEqual ? `${engine}: the same bytes as Node` : `${engine}: differs from Node:\n${answer}`);
    if (!isEqual) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
