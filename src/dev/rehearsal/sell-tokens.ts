import { encodeFunctionData, parseAbi } from 'viem';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { PHASES } from '#src/config/sale.ts';
import { findToken } from '#src/config/tokens.ts';
import { call, type LocalClient } from '../chains/local-client.ts';

const TOKEN = parseAbi(['function mint(address to, uint256 value)', 'function transfer(address to, uint256 value)']);
const GAS = '0x7a120';
/** Buys in large amounts; nobody owns this account. */
const BUYER = '0x0000000000000000000000000000000042757965';
/** The payment's own block and five more. */
const CONFIRMING_BLOCKS = 6;

/** The sale's stock: whole SYNX left in the phase that is running. */
export interface Stock {
  readonly phase: number;
  readonly remaining: bigint;
}

/** What it costs to leave `left` SYNX in all phases together, in micro-dollars; the last tokens are the dearest. */
function costOfRest({ phase, remaining }: Stock, left: bigint): bigint {
  const parts = PHASES.filter((each) => each.phase >= phase).map((each) => ({
    ...each,
    tokens: each.phase === phase ? remaining : each.supply,
  }));
  let kept = left;
  let cost = 0n;
  for (const { tokens, priceMicroUsd } of parts.reverse()) {
    const keeps = kept < tokens ? kept : tokens;
    kept -= keeps;
    cost += (tokens - keeps) * priceMicroUsd;
  }
  return cost;
}

/** Makes a stranger buy the sale down to the last tokens, on Ethereum, with confirmations; false if less is left. */
export async function sellDownTo(client: LocalClient, stock: Stock, left: bigint): Promise<boolean> {
  // A token of six decimals, as micro-dollars have.
  const usdc = findToken(1, 'USDC')?.address;
  const cost = costOfRest(stock, left);
  if (usdc == null || cost <= 0n) return false;
  await call(client, 'anvil_setBalance', [BUYER, '0xde0b6b3a7640000']);
  await call(client, 'anvil_impersonateAccount', [BUYER]);
  const send = (functionName: 'mint' | 'transfer', to: `0x${string}`) => {
    const data = encodeFunctionData({ abi: TOKEN, functionName, args: [to, cost] });
    return call(client, 'eth_sendTransaction', [{ from: BUYER, to: usdc, data, gas: GAS }]);
  };
  await send('mint', BUYER);
  await send('transfer', DEVELOPMENT_PRESALE_ADDRESS);
  await client.mine({ blocks: CONFIRMING_BLOCKS });
  return true;
}
