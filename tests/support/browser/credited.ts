import type { APIRequestContext } from '@playwright/test';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { findToken } from '#src/config/tokens.ts';
import { send } from '../pay.ts';
import { expectedTokens, stakingBalance, waitForCredit } from './api.ts';
import { chainClient, mine } from './local-chains.ts';

/** Has a wallet buy for `bnb` coins on chain 56 without any page, and waits for the credit; the whole SYNX bought. */
export async function creditWallet(request: APIRequestContext, wallet: string, bnb: number): Promise<bigint> {
  const token = findToken(56, 'BNB');
  if (token === undefined) throw new RangeError('no BNB');
  const before = BigInt((await stakingBalance(request, wallet)).availableToStake);
  const tokens = await expectedTokens(request, token, String(bnb));
  await send(chainClient(56), {
    from: wallet,
    to: DEVELOPMENT_PRESALE_ADDRESS,
    value: BigInt(bnb) * 10n ** 18n,
  });
  await mine(56, 5);
  await waitForCredit(request, wallet, before + tokens);
  return tokens;
}
