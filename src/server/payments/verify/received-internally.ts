import { quantity, type RpcReader } from '#src/chain/rpc-reader.ts';
import type { MinedTransaction } from '#src/chain/transaction-reading.ts';
import type { ChainId } from '#src/config/chains.ts';
import { hex } from '../../chains/chain-sources.ts';
import { coinBalance } from '../../chains/coin-movement.ts';
import { chainOf, type Engine } from '../../context/engine.ts';

/**
 * How many coins (wei) contracts (or constructors) passed on to the presale address in this block: by so much its
 * balance grew more than was sent directly; 0 where it did not. A plain transfer to a plain account runs no code and is
 * not asked about. Throws what agree() throws, also when the sources have forgotten the balances of that block.
 */
export async function receivedInternally(engine: Engine, chainId: ChainId, reading: MinedTransaction): Promise<bigint> {
  const presale = engine.env.presaleAddress.toLowerCase();
  const chain = chainOf(engine, chainId);
  if (reading.to !== null && reading.input === '0x' && (await chain.code(reading.to)) === '0x') return 0n;
  const grown = await chain.agree(async (source) => {
    const [after, before, direct] = await Promise.all([
      coinBalance(source, presale, reading.blockNumber),
      coinBalance(source, presale, reading.blockNumber - 1n),
      directlySent(source, presale, reading.blockNumber),
    ]);
    return after - before - direct;
  });
  return grown > 0n ? grown : 0n;
}

async function directlySent(source: RpcReader, account: string, number: bigint): Promise<bigint> {
  const block = (await source.request({ method: 'eth_getBlockByNumber', params: [hex(number), true] })) as {
    transactions: { to: string | null; value: string }[];
  };
  return block.transactions.reduce(
    (sum, { to, value }) => (to?.toLowerCase() === account ? sum + quantity(value) : sum),
    0n,
  );
}
