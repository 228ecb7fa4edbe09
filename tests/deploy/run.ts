// npm run test:deploy [-- parts]: tries deploy/ and the commands of docs/operating.md with real programs, which it
// installs as root on Debian.
import { dropSettings } from '#tests/run/clean-env.ts';

/** Tries one part; answers with its faults. */
type Part = () => Promise<readonly string[]>;

const PARTS: Readonly<Record<string, () => Promise<Part>>> = {
  nginx: async () => (await import('./try-nginx.ts')).tryNginx,
  caddy: async () => (await import('./try-caddy.ts')).tryCaddy,
  images: async () => (await import('./try-images.ts')).tryImages,
  debian: async () => (await import('./try-machine.ts')).tryMachine,
};

dropSettings();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => PARTS[name] === undefined);
if (unknown.length > 0)
  throw new Error(`no such part: ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}`);

let failed = 0;
for (const [name, load] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`── ${name}`);
  const started = performance.now();
  const faults = await (await load())().catch((error: unknown) => [
    error instanceof Error ? error.message : String(error),
  ]);
  for (const fault of faults) console.log(`✗ ${fault}`);
  console.log(`${faults.length === 0 ? '✓' : '✗'} ${name} (${Math.round((performance.now() - started) / 1000)} s)`);
  failed += faults.length;
}
process.exit(failed === 0 ? 0 : 1);
