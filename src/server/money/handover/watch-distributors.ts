import type { z } from 'zod';
import { isChainId } from '#src/config/chains.ts';
import type { fundedSchema, namedSchema, unfundedSchema, unnamedSchema } from '#src/contract/allocation.ts';
import { type ChainSources, MOST_LOG_BLOCKS } from '#src/server/platform/chains/chain-sources.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import { holdLease } from '#src/server/platform/database/leases.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { appendRecord } from '#src/server/platform/records/append-record.ts';
import type { BatchRow } from '../sale/latest-batch.ts';
import { differencesOf, type Expected } from './compare-distributor.ts';
import { claimsArguments } from './deployment.ts';
import { type DistributorRow, earlierToken } from './distributors.ts';
import { findFunding, type Reading, readDistributor } from './read-distributor.ts';
import { readSupplyTable } from './supply-table.ts';

const LEASE = 'watch-distributors';
const LEASE_MS = 180_000;
/** How many searches one pass makes. */
const SEARCHES = 5;
/** A search that is refused spans so many times fewer blocks. */
const FEWER = 4n;

type Batch = Pick<BatchRow, 'id' | 'chain_id' | 'opens_at' | 'root' | 'list_hash'> &
  Parameters<typeof claimsArguments>[0];

/** The subject of an alarm about the contract of a batch. */
export function distributorSubject({ chain_id, batch }: Pick<DistributorRow, 'chain_id' | 'batch'>): string {
  return `${chain_id}/batch ${batch}`;
}

/**
 * Compares the contracts that staff gave with the final lists, at the chain's final block and by quorum, and notes
 * what has become of them: one that agrees in everything is named, one that differs raises an alarm. A pass makes at
 * most 26 calls of each source for each list, and none while no contract was given. Our own clock dates the records.
 */
export function watchDistributors(context: AppContext, owner: string): { pass(): Promise<void> } {
  return {
    pass: async () => {
      const { db } = context;
      const rows = await db.selectFrom('distributors').selectAll().orderBy('batch').execute();
      if (rows.length === 0 || !context.clock.isConfirmed()) return;
      if (!(await holdLease(db, { name: LEASE, owner }, context.now(), LEASE_MS))) return;
      const failures: unknown[] = [];
      for (const row of rows) {
        const batch = await db
          .selectFrom('allocation_batches')
          .selectAll()
          .where('id', '=', row.batch)
          .executeTakeFirst();
        if (batch?.state === 'final') await observe(context, row, batch).catch((error) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

async function observe(context: AppContext, row: DistributorRow, batch: Batch): Promise<void> {
  const chainId = Number(row.chain_id);
  if (!isChainId(chainId)) return;
  const chain = chainOf(context, chainId);
  const { finalized } = await chain.head();
  const at = await chain.block(finalized);
  if (at === null) return;
  const given = {
    claims: row.claims,
    tokenTransaction: row.token_transaction,
    claimsTransaction: row.claims_transaction,
    // Sources forget receipts, and what was compared by them cannot change.
    deployedBlock: row.named_at === null ? null : row.deployed_block,
  };
  const reading = await readDistributor(chain, given, finalized);
  const { expected, missing } = await expectedOf(context, row, batch);
  const differences = [...missing, ...differencesOf(expected, reading)];
  const isNamed = differences.length === 0;
  const funding = isNamed ? await fundingOf(chain, row, reading, { number: finalized, ...at }) : NO_FUNDING;
  const deployed =
    reading.deployedBlock === null || (reading.deployedBlock === row.deployed_block && row.deployed_at !== null)
      ? null
      : await chain.block(reading.deployedBlock);
  const now = BigInt(context.now());
  const seen: DistributorRow = {
    ...row,
    token: reading.claims?.token ?? null,
    differences: JSON.stringify(differences),
    compared_at: now,
    compared_block: finalized,
    chain_time: at.time,
    deployed_block: reading.deployedBlock,
    deployed_at: deployed === null ? row.deployed_at : deployed.time * 1_000n,
    named_at: isNamed ? (row.named_at ?? now) : null,
    ...funding,
  };
  const isStored = await context.db.transaction().execute((tx) => store(tx, context, [row, seen], expected));
  if (!isStored) return;
  if (isNamed) await context.alarms.resolve('distributor-mismatch', distributorSubject(row));
  else await context.alarms.raise('distributor-mismatch', distributorSubject(row), differences.join(' '));
}

async function expectedOf(
  { db, env }: AppContext,
  row: DistributorRow,
  batch: Batch,
): Promise<{ readonly expected: Expected; readonly missing: readonly string[] }> {
  const values = { ...claimsArguments(batch), claims: row.claims };
  // Its token and the table were compared when it was named, and cannot change.
  if (row.named_at !== null) return { expected: { ...values, supply: null, token: row.token }, missing: [] };
  const { supply, missing } = readSupplyTable(env);
  const audit = env.AUDIT_REPORT_HASH === undefined ? ['AUDIT_REPORT_HASH is not set.'] : [];
  return { expected: { ...values, supply, token: await earlierToken(db, row) }, missing: [...audit, ...missing] };
}

type Funding = Pick<DistributorRow, 'scanned_block' | 'funded_at' | 'funded_block' | 'funded_hash' | 'funded_tx'>;

const NO_FUNDING: Funding = {
  scanned_block: null,
  funded_at: null,
  funded_block: null,
  funded_hash: null,
  funded_tx: null,
};

/** A final block. */
interface FinalBlock {
  readonly number: bigint;
  readonly hash: string;
  readonly time: bigint;
}

/**
 * The funding as the chain has it at a final block; a known one is looked for again if another block has its place.
 * Sources that show none there take nothing back: they can have pruned it, or one that lies does so together with one
 * that is behind.
 */
async function fundingOf(
  chain: ChainSources,
  row: DistributorRow,
  { claims, deployedBlock }: Reading,
  final: FinalBlock,
): Promise<Funding> {
  if (claims?.isFunded !== true) return NO_FUNDING;
  const before = (deployedBlock ?? final.number) - 1n;
  // What was known has left the chain, and the event may be in any other block.
  const anew = { ...NO_FUNDING, scanned_block: before };
  if (row.funded_block !== null) {
    const canonical = await chain.blockHash(row.funded_block);
    if (canonical !== null && canonical !== row.funded_hash) return anew;
    const { scanned_block, funded_at, funded_block, funded_hash, funded_tx } = row;
    return { scanned_block, funded_at, funded_block, funded_hash, funded_tx };
  }
  const start = (row.scanned_block ?? unfundedAt(row, final.number) ?? before) + 1n;
  const { from, found } = await search(chain, row.claims, start, final.number);
  if (found !== null) {
    const block = await chain.block(found.block);
    if (block !== null && block.hash !== found.hash) return anew;
    // Of a block that is pruned, only its time is missing: it was funded at the latest by now.
    return fundedBy(found.transaction, { number: found.block, hash: found.hash, time: (block ?? final).time });
  }
  if (from <= final.number) return { ...NO_FUNDING, scanned_block: from - 1n };
  // The contract says so, but no source has the event: index of logs incomplete, or deployed earlier than stated.
  return fundedBy(null, final);
}

function fundedBy(transaction: string | null, { number, hash, time }: FinalBlock): Funding {
  return {
    scanned_block: number,
    funded_at: time * 1_000n,
    funded_block: number,
    funded_hash: hash,
    funded_tx: transaction,
  };
}

/**
 * Searches blocks for the funding, as far as one pass may, and returns where to go on. Sources refuse wide searches,
 * and how wide differs and changes. Throws the last refusal if none was answered.
 */
async function search(chain: ChainSources, claims: string, start: bigint, last: bigint) {
  chain.logBlocks = smaller(chain.logBlocks * 2n, MOST_LOG_BLOCKS);
  let from = start;
  let refusal: unknown;
  for (let searches = 0; searches < SEARCHES && from <= last; searches += 1) {
    const size = smaller(chain.logBlocks, last - from + 1n);
    try {
      const found = await findFunding(chain, claims, { from, to: from + size - 1n });
      if (found !== null) return { from, found };
      from += size;
    } catch (error) {
      refusal = error;
      chain.logBlocks = size < FEWER ? 1n : size / FEWER;
    }
  }
  if (from === start && refusal !== undefined) throw refusal;
  return { from, found: null };
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** The final block at which the contract, already named, was last found not to be funded. */
function unfundedAt(row: DistributorRow, finalized: bigint): bigint | null {
  const { named_at: namedAt, compared_block: block } = row;
  return namedAt !== null && block !== null && block < finalized ? block : null;
}

/** Stores what was seen, with the records of what has changed; false if somebody changed the row meanwhile. */
async function store(
  tx: Tx,
  { env }: AppContext,
  [before, seen]: readonly [DistributorRow, DistributorRow],
  { supply }: Expected,
): Promise<boolean> {
  const { batch, ...values } = seen;
  const stored = await tx
    .updateTable('distributors')
    .set(values)
    .where('batch', '=', batch)
    .where('given_at', '=', before.given_at)
    // Another instance may have stored the same a moment ago.
    .where((where) =>
      before.compared_at === null ? where('compared_at', 'is', null) : where('compared_at', '=', before.compared_at),
    )
    .returning('batch')
    .executeTakeFirst();
  if (stored === undefined) return false;
  if (before.funded_block !== null && before.funded_hash !== seen.funded_hash)
    await record(tx, seen, 'unfunded', factsOf(seen));
  if (before.named_at !== null && seen.named_at === null) await record(tx, seen, 'unnamed', factsOf(seen));
  if (before.named_at === null && seen.named_at !== null)
    await record(tx, seen, 'named', {
      ...factsOf(seen),
      chainId: Number(seen.chain_id) as z.infer<typeof namedSchema>['chainId'],
      token: seen.token ?? '',
      supply: [...(supply ?? [])],
      auditReport: env.AUDIT_REPORT_HASH ?? '',
    });
  if (seen.funded_block !== null && before.funded_hash !== seen.funded_hash)
    await record(tx, seen, 'funded', {
      ...factsOf(seen),
      blockNumber: Number(seen.funded_block),
      blockHash: seen.funded_hash ?? '',
      transaction: seen.funded_tx,
    });
  return true;
}

interface Recorded {
  readonly named: z.infer<typeof namedSchema>;
  readonly unnamed: z.infer<typeof unnamedSchema>;
  readonly funded: z.infer<typeof fundedSchema>;
  readonly unfunded: z.infer<typeof unfundedSchema>;
}

/** What every record of a contract has. */
export function factsOf({ batch, claims }: Pick<DistributorRow, 'batch' | 'claims'>) {
  return { batch: Number(batch), claims };
}

async function record<Event extends keyof Recorded>(
  tx: Tx,
  row: DistributorRow,
  event: Event,
  data: Recorded[Event],
): Promise<void> {
  const at = row.compared_at ?? 0n;
  const source = `distributor-${event}:${row.batch}:${at}`;
  await appendRecord(tx, { kind: 'allocation', event, data, at, subject: null, wallet: null, source });
}
