import { encodeFunctionData, parseAbi, parseUnits } from 'viem';
import type { ChainId } from '#src/config/chains.ts';
import { TOKENS } from '#src/config/tokens.ts';
import { call, type LocalClient } from '../chains/local-client.ts';
import { SPENDING_COINS } from './spending-money.ts';

const MINT = parseAbi(['function mint(address to, uint256 value)']);
/** Whole tokens that a wallet gets, as many as the rehearsal wallet's accounts have at first. */
const TOKENS_GIVEN = '1000000';
const GAS = '0x7a120';
/** Pays the faucet's gas; nobody owns this account. */
const GIVER = '0x0000000000000000000000000000466175636574';

/** Gives a wallet worthless coins and a million of every test token on one local chain. */
export async function giveCoins(client: LocalClient, chainId: ChainId, wallet: string): Promise<void> {
  const coins = `0x${parseUnits(SPENDING_COINS, 18).toString(16)}`;
  await call(client, 'anvil_setBalance', [wallet, coins]);
  await call(client, 'anvil_setBalance', [GIVER, coins]);
  await call(client, 'anvil_impersonateAccount', [GIVER]);
  for (const token of TOKENS) {
    if (token.chainId !== chainId || token.address === null) continue;
    const args = [wallet as `0x${string}`, parseUnits(TOKENS_GIVEN, token.decimals)] as const;
    const data = encodeFunctionData({ abi: MINT, functionName: 'mint', args });
    await call(client, 'eth_sendTransaction', [{ from: GIVER, to: token.address, data, gas: GAS }]);
  }
}
