import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { ChainStartError } from './chain-start-error.ts';

/** How far back the EVM's BLOCKHASH can look. */
const BLOCKHASH_WINDOW = 256;

interface HistoricalState {
  block_hashes?: Record<string, string>;
}

/**
 * Prepares a state file: each stored state has the hash of every block, though only 256 can be read, and the file would
 * grow with the square of the chain. Whether there is one; throws ChainStartError if it is damaged.
 */
export async function trimState(file: string): Promise<boolean> {
  if (!(await stat(file).catch(() => undefined))) return false;
  const state = await parse(file);
  let removed = 0;
  for (const [, historical] of state.historical_states ?? []) removed += trimHashes(historical);
  if (removed === 0) return true;
  const unfinished = `${file}.trimmed`;
  await writeFile(unfinished, JSON.stringify(state));
  await rename(unfinished, file);
  return true;
}

async function parse(file: string): Promise<{ historical_states?: [string, HistoricalState][] }> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as { historical_states?: [string, HistoricalState][] };
  } catch (cause) {
    throw new ChainStartError('state-damaged', `the chain state in ${file} is damaged`, { cause });
  }
}

function trimHashes(state: HistoricalState): number {
  const hashes = Object.entries(state.block_hashes ?? {});
  // Keys are block numbers in hexadecimal.
  const newest = hashes.reduce((highest, [number]) => Math.max(highest, Number(number)), 0);
  const kept = hashes.filter(([number]) => Number(number) > newest - BLOCKHASH_WINDOW);
  state.block_hashes = Object.fromEntries(kept);
  return hashes.length - kept.length;
}
