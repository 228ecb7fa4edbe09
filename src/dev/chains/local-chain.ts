import type { ChainId } from '#src/config/chains.ts';
import { DEVELOPMENT_MNEMONIC } from '#src/config/development-accounts.ts';
import { type AnvilProcess, startAnvil } from './anvil-process.ts';
import { ChainStartError } from './chain-start-error.ts';
import { type LocalClient, localClient } from './local-client.ts';
import { trimState } from './trim-state.ts';

/** As on an ordinary full node; blocks, receipts and logs are kept for ever. */
const KEPT_STATES = 128;

/** The contract that stores block hashes (EIP-2935); kept states copy it: 331 MB after 2,000 blocks instead of 24. */
const BLOCK_HASH_HISTORY = '0x0000F90827F1C53a10cb7A02335B175320002935';

export interface LocalChainOptions {
  readonly chainId: ChainId;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** Where the chain is kept between runs; without it the chain exists in memory only. */
  readonly stateFile?: string;
  /** `finalized` is twice this many blocks behind the head; 32 by default, so 64 blocks. */
  readonly slotsInEpoch?: number;
  /** The last blocks whose state can be read; 128 by default. */
  readonly keptStates?: number;
  /** Seconds between two writes of the state file. */
  readonly stateIntervalSeconds?: number;
}

export interface LocalChain extends Omit<AnvilProcess, 'port'> {
  readonly chainId: ChainId;
  readonly rpcUrl: string;
  readonly client: LocalClient;
}

/** A chain that mines one block per transaction, with the development accounts. Throws ChainStartError. */
export async function startLocalChain(options: LocalChainOptions): Promise<LocalChain> {
  const { chainId, port = 0, stateFile, slotsInEpoch, keptStates = KEPT_STATES, stateIntervalSeconds = 5 } = options;
  const args = ['--chain-id', String(chainId), '--mnemonic', DEVELOPMENT_MNEMONIC];
  args.push('--prune-history', String(keptStates));
  let hasState = false;
  if (slotsInEpoch !== undefined) args.push('--slots-in-an-epoch', String(slotsInEpoch));
  if (stateFile !== undefined) {
    hasState = await trimState(stateFile);
    args.push('--state', stateFile, '--state-interval', String(stateIntervalSeconds), '--preserve-historical-states');
  }
  const { port: listening, ...anvil } = await startAnvil(port, args).catch((error: unknown) => {
    const unloadable = error instanceof ChainStartError && error.code === 'failed' && hasState;
    throw unloadable ? new ChainStartError('state-damaged', error.message, { cause: error }) : error;
  });
  const rpcUrl = `http://127.0.0.1:${listening}`;
  const client = localClient(chainId, rpcUrl);
  try {
    await client.setLoggingEnabled(false);
    // Without the contract the chain stops writing to it in every block.
    await client.setCode({ address: BLOCK_HASH_HISTORY, bytecode: '0x' });
    // A rehearsal may have let time pass in an earlier run, and blocks cannot go back.
    const ahead = Number((await client.getBlock()).timestamp) - Math.floor(Date.now() / 1_000);
    if (ahead > 0) await client.increaseTime({ seconds: ahead });
  } catch (error) {
    await anvil.kill();
    throw error;
  }
  return { chainId, rpcUrl, client, ...anvil };
}
