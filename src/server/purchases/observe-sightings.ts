import type { Selectable } from 'kysely';
import type { ChainId } from '#src/config/chains.ts';
import type { Head } from '../chains/chain-sources.ts';
import type { Tables } from '../database/tables.ts';
import { inGroups } from '../in-groups.ts';
import { chainOf, type Engine } from './engine.ts';
import { observe } from './observe.ts';

const PER_PASS = 500;
const AT_ONCE = 10;
const LONGEST_WAIT_MS = 60_000;
const ALARM_AFTER_MS = 600_000;
const FORGET_AFTER_MS = 86_400_000;

/**
 * Takes every transaction that a scanned block named through observe(), until it was read in a block by quorum: then its
 * payments stand on their own. One that cannot be read waits longer each time and, after ten minutes, rings. One whose
 * block left the chain is dropped: the scan has gone back and names it again where it is.
 */
export async function observeSightings(
  engine: Engine,
  chainId: ChainId,
  head: Head,
  more: () => Promise<boolean>,
): Promise<void> {
  const due = await engine.db
    .selectFrom('sightings')
    .selectAll()
    .where('chain_id', '=', BigInt(chainId))
    .where('next_check_at', '<=', BigInt(engine.now()))
    .orderBy('next_check_at')
    .limit(PER_PASS)
    .execute();
  await inGroups(due, AT_ONCE, more, (sighting) => look(engine, chainId, sighting, head));
}

async function look(
  engine: Engine,
  chainId: ChainId,
  sighting: Selectable<Tables['sightings']>,
  head: Head,
): Promise<void> {
  const age = engine.now() - Number(sighting.first_seen_at);
  const subject = `${chainId}/${sighting.transaction_hash}`;
  const forget = () =>
    engine.db
      .deleteFrom('sightings')
      .where('chain_id', '=', BigInt(chainId))
      .where('transaction_hash', '=', sighting.transaction_hash)
      .where('block_hash', '=', sighting.block_hash)
      .execute();
  try {
    const reading = await observe(engine, chainId, sighting.transaction_hash, head.number);
    if (reading.state === 'mined') return void (await forget());
    const canonical = await chainOf(engine, chainId).blockHash(sighting.block_number);
    if (canonical !== sighting.block_hash) return void (await forget());
    if (age > ALARM_AFTER_MS)
      await engine.alarms.raise('unreadable-transaction', subject, 'named by a block, but no receipt by quorum');
    if (age > FORGET_AFTER_MS) return void (await forget());
  } catch (error) {
    if (age > ALARM_AFTER_MS)
      await engine.alarms.raise(
        'unreadable-transaction',
        subject,
        error instanceof Error ? error.message : String(error),
      );
  }
  const wait = Math.min(LONGEST_WAIT_MS, 1_000 * 2 ** Math.min(6, Number(sighting.tries)));
  await engine.db
    .updateTable('sightings')
    .set({ tries: sighting.tries + 1n, next_check_at: BigInt(engine.now() + wait) })
    .where('chain_id', '=', BigInt(chainId))
    .where('transaction_hash', '=', sighting.transaction_hash)
    .where('block_hash', '=', sighting.block_hash)
    .execute();
}
