import { createHash, randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, open, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ManifestPayload } from '#src/contract/allocation.ts';
import { CLAIM_FILE_PAGE, claimFileOf } from '#src/lib/allocation/claim-file.ts';
import { lineOf } from '#src/lib/allocation/entry.ts';
import { shardDigits } from '#src/lib/allocation/list.ts';
import { shardFile, shardsOf, shardText } from '#src/lib/allocation/shard.ts';
import { RATE_DECIMALS } from '#src/lib/money/accrual.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { Signed } from '#src/server/platform/keys/key-ring.ts';
import { openSigningKey } from '#src/server/platform/keys/signing-key.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';
import { type BatchRow, currentList } from '../sale/latest-batch.ts';
import { basisOf, entriesIn, recordsOfBatches, summaryOf } from './batch.ts';
import { claimFileList, schedulesOf } from './batch-view.ts';
import { namedDistributor } from './distributors.ts';

/** The database, and the settings that say where the files go and who signs them. */
type Publication = Pick<AppContext, 'db' | 'env'> & {
  /** The page of the build from which claim.html is made; by default that of dist/. */
  readonly page?: string;
};

/** Longer than writing the largest list takes, in milliseconds of this machine's own clock. */
const LEFT_MS = 3_600_000;

/** The highest but one takes a third of the time, and a hundredth more bytes; those below, a tenth more. */
const BROTLI = {
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY - 1,
};
/** Below this a compressed copy saves no packet. */
const MIN_BYTES = 512;

/** The page of claim.html as a build of this source makes it. */
export const PAGE = join(import.meta.dirname, '../../../../dist', CLAIM_FILE_PAGE);

/** What is published of the contract of a list. */
interface OfContract {
  readonly token: string | null;
  readonly claims: string | null;
  /** claim.html; null without a contract, and where no build of the site is. */
  readonly page: string | null;
}

/**
 * Writes the files of the latest batch, FOLDER/<batch>/, unless they are there already or it is withdrawn; its number,
 * or null. That name is a link to a folder whose files are all written, and is replaced as a whole: whenever the
 * process is killed, a reader finds the files of before or those of now. Equal batches have equal files.
 */
export async function publishLatest(publication: Publication): Promise<bigint | null> {
  const batch = await currentList(publication.db);
  if (batch === undefined) return null;
  const folder = publication.env.ALLOCATION_FOLDER;
  const target = join(folder, String(batch.id));
  const contract = await contractOf(publication, batch);
  const manifest = await manifestText(publication, batch, contract);
  await mkdir(folder, { recursive: true, mode: 0o755 });
  await removeLeft(folder);
  if ((await readFile(join(target, 'manifest.json'), 'utf8').catch(() => '')) === manifest) return null;
  const fresh = `.${batch.id}-${randomBytes(6).toString('hex')}`;
  await writeFiles(publication, batch, join(folder, fresh));
  if (contract.page !== null) await write(join(folder, fresh, 'claim.html'), contract.page);
  await write(join(folder, fresh, 'manifest.json'), manifest);
  const link = join(folder, `${fresh}-link`);
  await symlink(fresh, link);
  await rename(link, target);
  await removeLeft(folder);
  return batch.id;
}

/**
 * The same as a pass of the server, which raises an alarm while it fails, and looks again only once something has been
 * recorded of a batch: a change of what is set aside leaves its root as it was.
 */
export function keepPublished({
  alarms,
  ...publication
}: Publication & Pick<AppContext, 'alarms'>): () => Promise<void> {
  let written: bigint | undefined;
  return async () => {
    const next = await recordsOfBatches(publication.db);
    if (next === written) return;
    const subject = publication.env.ALLOCATION_FOLDER;
    try {
      await publishLatest(publication);
      written = next;
      await alarms.resolve('allocation-unpublished', subject);
    } catch (error) {
      await alarms.raise('allocation-unpublished', subject, error instanceof Error ? error.message : String(error));
    }
  };
}

/**
 * What a killed process was writing, and the files that have been replaced. Another instance may be writing to the same
 * folder, so what is new stays.
 */
async function removeLeft(folder: string): Promise<void> {
  const isOld = async (name: string) => Date.now() - (await lstat(join(folder, name))).mtimeMs > LEFT_MS;
  const isPublished = (name: string) => !name.startsWith('.');
  const names = await readdir(folder);
  const links = names.filter(isPublished).map((name) => readlink(join(folder, name)).catch(() => ''));
  const kept = [...names.filter(isPublished), ...(await Promise.all(links))];
  for (const name of names)
    if (!kept.includes(name) && (await isOld(name).catch(() => false)))
      await rm(join(folder, name), { recursive: true, force: true });
}

/** list.txt, set-aside.txt and a file for each shard. Only list.txt, which no visitor loads, has no compressed copy. */
async function writeFiles({ db }: Publication, batch: BatchRow, folder: string): Promise<void> {
  const { list, setAside } = await summaryOf(db, batch.id);
  if (list.root !== batch.root) throw new Error(`the entries of batch ${batch.id} lead to another root`);
  await mkdir(join(folder, 's'), { recursive: true, mode: 0o755 });
  for (const made of [folder, join(folder, 's')]) await chmod(made, 0o755);
  await write(join(folder, 'set-aside.txt'), setAside);
  const target = await open(join(folder, 'list.txt'), 'wx', 0o644);
  try {
    const entries = async function* () {
      for await (const page of entriesIn(db, batch.id, 'listed')) {
        await target.appendFile(page.map(lineOf).join(''));
        yield* page;
      }
    };
    for await (const [name, shard] of shardsOf(entries(), list.count))
      await write(join(folder, 's', shardFile(name)), shardText(list, name, shard));
    await target.chmod(0o644);
    await target.sync();
  } finally {
    await target.close();
  }
}

/** Writes a file, and next to it the .br and .gz that nginx and our server send to browsers, as the build does. */
async function write(file: string, text: string): Promise<void> {
  const content = Buffer.from(text);
  await store(file, content);
  if (content.length < MIN_BYTES) return;
  const params = { ...BROTLI, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await Promise.all([
    promisify(brotliCompress)(content, { params }).then((packed) => store(`${file}.br`, packed)),
    promisify(gzip)(content, { level: 9 }).then((packed) => store(`${file}.gz`, packed)),
  ]);
}

/** Everybody may read what is published, whatever the umask of the process. */
async function store(file: string, content: Buffer): Promise<void> {
  const target = await open(file, 'wx', 0o644);
  try {
    await target.writeFile(content);
    await target.chmod(0o644);
    await target.sync();
  } finally {
    await target.close();
  }
}

/** The contract of a final list, once it is named, and the page that claims from it. */
async function contractOf({ db, page = PAGE }: Publication, batch: BatchRow): Promise<OfContract> {
  const named = batch.state === 'final' ? await namedDistributor(db, batch.id) : null;
  if (named === null) return { token: null, claims: null, page: null };
  const { token, claims } = named;
  const built = await readFile(page, 'utf8').catch(() => null);
  if (built === null) return { token, claims, page: null };
  const { root, list_hash: listHash } = batch;
  const list = { batch: Number(batch.id), chainId: Number(batch.chain_id), claims, token, root, listHash };
  return { token, claims, page: claimFileOf(built, claimFileList(list, Number(batch.wallets), batch.opens_at)) };
}

async function manifestText(
  { db, env }: Publication,
  batch: BatchRow,
  { token, claims, page }: OfContract,
): Promise<string> {
  const rates = await db
    .selectFrom('rate_history')
    .selectAll()
    .where('created_at', '<=', batch.drafted_at)
    .orderBy('from_at')
    .orderBy('id')
    .execute();
  const payload: ManifestPayload = {
    ...{ type: 'synx-allocation', version: 1, state: batch.state === 'final' ? 'final' : 'draft' },
    ...(await basisOf(db, batch)),
    schedules: schedulesOf(batch.opens_at),
    shardDigits: shardDigits(Number(batch.wallets)),
    ledger: batch.ledger,
    rates: rates.map(({ from_at, rate }) => ({
      since: isoTime(from_at * 1_000n),
      rate: formatUnits(rate, RATE_DECIMALS),
    })),
    ...{ token, claims },
    claimFile: page === null ? null : `0x${createHash('sha256').update(page).digest('hex')}`,
  };
  const key = openSigningKey(env);
  const signed: Signed<ManifestPayload> = {
    payload,
    algorithm: 'Ed25519',
    keyId: key.id,
    signature: key.sign(payload),
  };
  return `${JSON.stringify(signed)}\n`;
}
