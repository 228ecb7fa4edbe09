import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { NANO_PER_SYNX } from '#src/config/sale.ts';
import { canonicalJson } from '#src/lib/hash/canonical-json.ts';
import { NO_RECORD, recordHash } from '#src/lib/hash/record-chain.ts';
import { makeBackup } from '#src/server/money/backup/make-backup.ts';
import { verifyLedger } from '#src/server/money/backup/verify-ledger.ts';
import type { Database } from '#src/server/platform/database/database.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { openHttpApp } from '#tests/support/http-app.ts';
import { findBinaries } from '#tests/support/postgres/find-binaries.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import type { Figure } from './report.ts';

/** Two ledger entries for each wallet: 200,000 (G9), in 700,000 rows of all tables. */
const WALLETS = 100_000;
const AT_ONCE = 500;
const BUDGET_S = 60;

/** Backs up and restores a ledger of 200,000 entries, on each engine, with the recount of the restored books. */
export async function backupFigures(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'synx-backup-'));
  const figures: Figure[] = [];
  try {
    const file = join(folder, 'synx.sqlite');
    figures.push(
      ...(await measure('SQLite', file, join(folder, 'copy'), async (copy) => {
        const target = join(folder, 'restored.sqlite');
        copyFileSync(copy, target);
        return target;
      })),
    );
    const binaries = await findBinaries();
    const postgres = await startPostgres();
    if ('unavailable' in postgres || 'unavailable' in binaries) return figures;
    process.env.PATH = [binaries.bin, process.env.PATH].join(delimiter);
    const at = (name: string) => Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;
    const run = promisify(execFile);
    await run('psql', [postgres.url, '-c', 'create database bench']);
    figures.push(
      ...(await measure('PostgreSQL', at('bench'), join(folder, 'dump'), async (dump) => {
        await run('psql', [postgres.url, '-c', 'create database restored']);
        await run('pg_restore', ['--no-owner', '--jobs=2', `--dbname=${at('restored')}`, dump]);
        return at('restored');
      })),
    );
    await postgres.stop();
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  engine: string,
  location: string,
  file: string,
  restore: (file: string) => Promise<string>,
): Promise<readonly Figure[]> {
  const source = await openHttpApp({ location });
  await fill(source.database);
  const backedUp = await timed(() => makeBackup(source.database, file));
  await source.close();
  const restored = await timed(async () => {
    const database = await openDatabase(await restore(file));
    const { problems } = await verifyLedger(database, backedUp.result);
    await database.close();
    if (problems.length > 0) throw new Error(problems.join('; '));
  });
  const megabytes = (statSync(file).size / 1e6).toFixed(1);
  return [
    seconds(`${engine}: backup, ${megabytes} MB`, backedUp.seconds),
    seconds(`${engine}: restore and recount`, restored.seconds),
  ];
}

function seconds(name: string, value: number): Figure {
  return { name, value: `${value.toFixed(1)} s`, budget: `${BUDGET_S} s`, within: value <= BUDGET_S };
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; seconds: number }> {
  const started = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - started) / 1000 };
}

/** One SYNX for each of many wallets, as corrections out of the first phase, with their public records. */
async function fill({ db }: Database): Promise<void> {
  const at = 1n;
  let head = { number: 0, hash: NO_RECORD };
  const wallets = Array.from({ length: WALLETS }, (_, index) => `0x${(index + 1).toString(16).padStart(40, '0')}`);
  await db.transaction().execute(async (tx) => {
    const account = {
      name: 'bench',
      role: 'manager',
      state: 'active',
      password: '',
      totp_sealed: '',
      totp_step: 0n,
    } as const;
    const staff = await tx
      .insertInto('staff_accounts')
      .values({ ...account, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    const proposal = await tx
      .insertInto('staff_proposals')
      .values({
        ...{ kind: 'correct-ledger', subject: '', payload: '{}', reason: '', state: 'open', proposed_by: staff.id },
        ...{ proposed_at: at, decided_by: null, decided_at: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const sale = await tx
      .updateTable('accounts')
      .set((select) => ({ balance: select('balance', '-', BigInt(WALLETS) * NANO_PER_SYNX) }))
      .where('kind', '=', 'sale')
      .where('owner', '=', '1')
      .returning('id')
      .executeTakeFirstOrThrow();
    for (let start = 0; start < WALLETS; start += AT_ONCE) {
      const some = wallets.slice(start, start + AT_ONCE);
      const accounts = await tx
        .insertInto('accounts')
        .values(some.map((owner) => ({ kind: 'available' as const, owner, balance: NANO_PER_SYNX })))
        .returning('id')
        .execute();
      const transfers = await tx
        .insertInto('ledger_transfers')
        .values(some.map(() => ({ kind: 'correction' as const, payment_id: null, sequence: null, created_at: at })))
        .returning('id')
        .execute();
      await tx
        .insertInto('ledger_entries')
        .values(
          transfers.flatMap(({ id }, index) => [
            { transfer_id: id, account_id: accounts[index]?.id ?? 0n, amount: NANO_PER_SYNX },
            { transfer_id: id, account_id: sale.id, amount: -NANO_PER_SYNX },
          ]),
        )
        .execute();
      await tx
        .insertInto('wallet_holdings')
        .values(some.map((wallet) => ({ wallet, held: NANO_PER_SYNX })))
        .execute();
      const corrections = await tx
        .insertInto('ledger_corrections')
        .values(
          some.map((wallet, index) => ({
            ...{ transfer_id: transfers[index]?.id ?? 0n, wallet, amount: NANO_PER_SYNX },
            ...{ proposal_id: proposal.id, created_at: at },
          })),
        )
        .returning(['id', 'wallet'])
        .execute();
      const records = corrections.map((correction) => {
        const record = recordOf(correction, head);
        head = { number: record.number, hash: recordHash(record) };
        const { kind, number, data } = record;
        const source = `correction-${data.correction}`;
        const found = { subject: source, wallet: data.wallet, source };
        return { kind, number: BigInt(number), at, body: canonicalJson(record), hash: head.hash, ...found };
      });
      await tx.insertInto('records').values(records).execute();
    }
    await tx
      .updateTable('record_heads')
      .set({ number: BigInt(head.number), at, hash: head.hash })
      .where('kind', '=', 'purchases')
      .execute();
  });
}

/** The public record of a correction, following the previous one. */
function recordOf(
  { id, wallet }: { readonly id: bigint; readonly wallet: string },
  before: { readonly number: number; readonly hash: string },
) {
  return {
    ...({ type: 'synx-record', version: 1, kind: 'purchases', event: 'corrected', number: before.number + 1 } as const),
    ...{ at: new Date(1).toISOString(), previous: before.hash },
    data: { correction: Number(id), wallet, tokens: '1', payment: null },
  };
}
