// npm run records recounts the database's records; -- https://site those that a site publishes; with a wallet too, what
// it has by them. Exits with 1 if anything is invalid (docs/records.md).
import { HOLDING_TERMS } from '#src/config/holding-terms.ts';
import { AIRDROP_POOLS } from '#src/config/missions.ts';
import { SYNX_DECIMALS } from '#src/config/sale.ts';
import { type PublicRecord, RECORD_KINDS } from '#src/contract/records.ts';
import type { HashedRecord } from '#src/lib/hash/record-chain.ts';
import { type RecordSource, verifyRecords } from '#src/lib/hash/verify-records.ts';
import { toUnits } from '#src/lib/money/decimal.ts';
import { airdropOf, holdingsCount, type RecountedHoldings } from '#src/lib/money/recount-holdings.ts';
import { printable, printableLines } from '#src/lib/text/printable.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { databaseOf } from '#src/server/platform/database/settings.ts';
import { readEnvWithoutChains } from '#src/server/platform/env/env.ts';
import { readSettings } from '#src/server/platform/env/settings.ts';
import { readPublishedRecords } from '#src/server/platform/records/published-records.ts';
import { storedRecords } from '#src/server/platform/records/stored-records.ts';
import { exactSynx } from '#src/server/platform/util/exact-synx.ts';

async function recount(source: RecordSource, wallet: string | undefined): Promise<boolean> {
  let sound = true;
  const count = holdingsCount(HOLDING_TERMS);
  const tell = (lines: readonly string[]) => {
    for (const line of lines) console.log(`  ${printable(line)}`);
  };
  for (const kind of RECORD_KINDS) {
    const each = (record: HashedRecord['record']) => count.add(record as unknown as PublicRecord);
    const { records, days, head, problems, notes } = await verifyRecords(source, kind, each);
    console.log(`${kind}: ${records} records, ${days} closed days, last hash ${printable(head)}`);
    tell([...problems, ...notes]);
    sound &&= problems.length === 0;
  }
  const now = Date.now();
  const holdings = count.at(now);
  console.log(`holdings at ${new Date(now).toISOString()}: ${summary(holdings)}`);
  tell(holdings.problems);
  if (wallet !== undefined) console.log(`${printable(wallet)}: ${holdingLine(holdings, wallet)}`);
  sound &&= holdings.problems.length === 0;
  console.log(sound ? 'Every record follows from the one before.' : 'The records are not valid.');
  return sound;
}

function summary({ wallets, staked, earned, points }: RecountedHoldings): string {
  const bought = [...wallets.values()].reduce((sum, holding) => sum + holding.bought, 0n);
  return `${wallets.size} wallets, ${exactSynx(bought)} bought, ${exactSynx(staked)} staked, ${exactSynx(earned)} earned, ${points} points`;
}

function holdingLine({ wallets, points: all }: RecountedHoldings, wallet: string): string {
  const holding = wallets.get(wallet.toLowerCase());
  if (holding === undefined) return 'nothing';
  const { bought, staked, earned, points } = holding;
  const [least, most] = [AIRDROP_POOLS.estimate, AIRDROP_POOLS.shown].map((pool) =>
    airdropOf(holding, all, toUnits(pool, SYNX_DECIMALS)),
  );
  return [
    `${exactSynx(bought)} bought, ${exactSynx(staked)} of them staked, ${exactSynx(earned)} earned, ${points} points`,
    `now ${exactSynx(least ?? 0n)} of an airdrop of ${AIRDROP_POOLS.estimate}, ${exactSynx(most ?? 0n)} of one of ${AIRDROP_POOLS.shown}`,
  ].join(', ');
}

async function main(): Promise<boolean> {
  const isWallet = (text: string) => /^0x[0-9a-f]{40}$/i.test(text);
  const given = process.argv.slice(2);
  const wallet = given.find(isWallet);
  const [origin] = given.filter((text) => !isWallet(text));
  if (origin !== undefined) return recount(readPublishedRecords(origin), wallet);
  const [location] = databaseOf(readEnvWithoutChains(readSettings()));
  const database = await openDatabase(location);
  try {
    return await recount(storedRecords(database.db), wallet);
  } finally {
    await database.close();
  }
}

// If it creates a database, that is for this user alone.
process.umask(0o077);

main().then(
  (sound) => {
    process.exitCode = sound ? 0 : 1;
  },
  (error: unknown) => {
    // One line if it may quote a site; invalid settings are a line each.
    const shown = process.argv[2] === undefined ? printableLines : printable;
    console.error(shown(error instanceof Error ? error.message : String(error)));
    process.exitCode = 1;
  },
);
