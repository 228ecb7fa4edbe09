import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

/**
 * The path of the Chromium in the package @sparticuz/chromium, unpacked in its folder at the first call; undefined
 * where the package has none for the machine. Its compiler optimised it by a profile, as that of released browsers:
 * it does the tests' work in three quarters of the processor time of Debian's. The package's own function would start
 * any file at a fixed path in the temporary folder, where other users write too.
 */
export function packagedBrowser(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../bin');
  const path = join(folder, 'chromium');
  if (!existsSync(path)) {
    // Complete or missing, also for a command that starts at the same time.
    const part = `${path}.${process.pid}`;
    writeFileSync(part, brotliDecompressSync(readFileSync(`${path}.br`)), { mode: 0o755 });
    renameSync(part, path);
  }
  return path;
}
