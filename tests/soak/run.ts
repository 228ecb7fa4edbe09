import { dropSettings } from '#tests/run/clean-env.ts';

/** A long run: takes the arguments behind its name and answers whether everything ended as expected. */
type Soak = (args: readonly string[]) => Promise<boolean>;

/**
 * The long runs (docs/testing.md), one for each name: `npm run soak -- <name> <arguments>`. Without a name, `faults`
 * with its numbers, `npm run soak -- <kills> <reorg schedules> <purchases> <stops>`, and then `payments`.
 */
const COMMANDS: Readonly<Record<string, () => Promise<Soak>>> = {
  claims: async () => (await import('./claims.ts')).soakClaims,
  faults: async () => (await import('./faults.ts')).soakFaults,
  failover: async () => (await import('./failover.ts')).soakFailover,
  flood: async () => (await import('./flood.ts')).soakFlood,
  payments: async () => (await import('./payments.ts')).soakPayments,
  simulate: async () => (await import('./simulate.ts')).soakSimulations,
};

const args = process.argv.slice(2);
const isNamed = args[0] !== undefined && Number.isNaN(Number(args[0]));
const runs: readonly (readonly [name: string, args: readonly string[]])[] = isNamed
  ? [[String(args[0]), args.slice(1)]]
  : [
      ['faults', args],
      ['payments', []],
    ];
for (const [name, own] of runs) {
  const command = COMMANDS[name];
  if (command === undefined) {
    process.stderr.write(`no run is named ${name}; there are: ${Object.keys(COMMANDS).join(', ')}\n`);
    process.exitCode = 1;
  } else {
    dropSettings();
    const soak = await command();
    if (!(await soak(own))) process.exitCode = 1;
  }
}
