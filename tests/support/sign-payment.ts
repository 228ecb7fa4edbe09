import { parseGwei } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { keccak256 } from 'viem/utils';
import type { ChainId } from '#src/config/chains.ts';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';

export interface SignedPayment {
  readonly raw: `0x${string}`;
  readonly hash: `0x${string}`;
}

export interface PaymentToSign {
  readonly to?: `0x${string}`;
  readonly value?: bigint;
  readonly data?: `0x${string}`;
  readonly nonce?: number;
  /** Outbids an earlier transaction of the same nonce. */
  readonly gwei?: string;
}

/** Signs a transaction (to the presale address by default) without sending it: its hash is known before. */
export async function signPayment(
  signer: PrivateKeyAccount,
  chainId: ChainId,
  { to = DEVELOPMENT_PRESALE_ADDRESS, value = 0n, data, nonce = 0, gwei = '10' }: PaymentToSign,
): Promise<SignedPayment> {
  const raw = await signer.signTransaction({
    type: 'eip1559',
    chainId,
    nonce,
    to,
    value,
    ...(data === undefined ? {} : { data }),
    gas: 200_000n,
    maxFeePerGas: parseGwei(gwei),
    maxPriorityFeePerGas: parseGwei(gwei),
  });
  return { raw, hash: keccak256(raw) };
}
