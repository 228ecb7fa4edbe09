import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { type Peek, peekDatabase } from '#src/server/platform/database/peek.ts';
import { databaseFile } from '#src/server/platform/database/settings.ts';

const KEPT = new Set(['lock', 'lock-journal', 'lock-wal', 'lock-shm']);

export interface LocalData {
  readonly databaseFile: string;
  readonly chainDirectory: string;
}

/** Where the embedded database and the states of the local chains are kept. */
export function localData(directory: string): LocalData {
  return { databaseFile: databaseFile(directory), chainDirectory: join(directory, 'chains') };
}

/** Whether only one of database and chains exists: alone, neither is usable. */
export function isHalf({ databaseFile, chainDirectory }: LocalData): boolean {
  const chains = existsSync(chainDirectory) && readdirSync(chainDirectory).some((name) => name.endsWith('.json'));
  return existsSync(databaseFile) !== chains;
}

/** Moves everything in the data directory aside, to `<directory>.old-<time>`, and returns that path. */
export function setAside(directory: string, now: Date): string {
  const target = `${directory}.old-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(directory)) {
    if (!KEPT.has(name)) renameSync(join(directory, name), join(target, name));
  }
  return target;
}

/** The first block that the database knows and the chain lacks, as after the chain was killed; null for none. */
export async function findLostBlock(
  file: string,
  chains: readonly { readonly chainId: number; readonly rpcUrl: string }[],
): Promise<string | null> {
  if (!existsSync(file)) return null;
  return peekDatabase(file, async (peek) => {
    for (const { chainId, rpcUrl } of chains) {
      for (const { number, hash } of await knownBlocks(peek, chainId)) {
        if ((await blockHash(rpcUrl, number)) !== hash) return `block ${number} of chain ${chainId}`;
      }
    }
    return null;
  });
}

async function knownBlocks({ hasTable, values }: Peek, chainId: number): Promise<{ number: number; hash: string }[]> {
  if (!((await hasTable('chain_cursors')) && (await hasTable('payments')))) return [];
  const known = await values(
    `select block_number || ' ' || block_hash from chain_cursors where chain_id = ${chainId} union
     select block_number || ' ' || block_hash from payments
     where chain_id = ${chainId} and block_hash is not null and final = 0`,
  );
  return known.map((block) => {
    const [number = '', hash = ''] = block.split(' ');
    return { number: Number(number), hash };
  });
}

async function blockHash(rpcUrl: string, number: number): Promise<string | null> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getBlockByNumber',
      params: [`0x${number.toString(16)}`, false],
    }),
  });
  const { result } = (await response.json()) as { result: { hash: string } | null };
  return result?.hash ?? null;
}
