import { randomBytes } from 'node:crypto';
import { encodeFunctionData, parseAbi, parseEther, type TransactionReceipt } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { ChainId } from '#src/config/chains.ts';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { findToken } from '#src/config/tokens.ts';
import type { LocalClient } from '#src/dev/chains/local-client.ts';
import { call } from '#src/dev/chains/local-client.ts';

const TOKEN_ABI = parseAbi([
  'function transfer(address to, uint256 value)',
  'function mint(address to, uint256 value)',
]);
const GAS = 400_000n;

export interface Call {
  readonly from: string;
  readonly to: string;
  readonly value?: bigint;
  readonly data?: `0x${string}`;
  readonly gas?: bigint;
  readonly nonce?: number;
}

/** A new account nobody else uses, as lower-case address. */
export function newWallet(): string {
  return `0x${randomBytes(20).toString('hex')}`;
}

/** A new account whose key is known, for transactions that have to be signed. */
export function newSigner(): PrivateKeyAccount {
  return privateKeyToAccount(`0x${randomBytes(32).toString('hex')}`);
}

/**
 * Sends from any address without its key and waits until the transaction is in a block, successful or not; the hash.
 */
export async function send(client: LocalClient, transaction: Call): Promise<`0x${string}`> {
  const hash = await submit(client, transaction);
  await mined(client, hash);
  return hash;
}

/** Waits until a transaction is in a block: a chain answers a sender a moment before it mines. */
export async function mined(client: LocalClient, hash: string): Promise<void> {
  const until = Date.now() + 10_000;
  while ((await call(client, 'eth_getTransactionReceipt', [hash])) === null) {
    if (Date.now() > until) throw new Error(`${hash} is in no block`);
  }
}

/** A transaction's receipt, once it is in a block. */
export async function minedReceipt(client: LocalClient, hash: `0x${string}`): Promise<TransactionReceipt> {
  await mined(client, hash);
  return client.getTransactionReceipt({ hash });
}

/** Submits a transaction from any address to the chain's pool; the hash. */
export async function submit(
  client: LocalClient,
  { from, to, value = 0n, data, gas = GAS, nonce }: Call,
): Promise<`0x${string}`> {
  const transaction = {
    from,
    to,
    value: hex(value),
    gas: hex(gas),
    ...(data === undefined ? {} : { data }),
    ...(nonce === undefined ? {} : { nonce: hex(BigInt(nonce)) }),
  };
  return call<`0x${string}`>(client, 'eth_sendTransaction', [transaction]);
}

/**
 * Submits transactions at the same time, into one block or as few as hold them, and mines `blocks` in all; the hashes.
 * A chain that mines a block for each of them takes seconds on a busy machine.
 */
export async function submitTogether(
  client: LocalClient,
  transactions: readonly Call[],
  blocks = 1,
): Promise<`0x${string}`[]> {
  await client.setAutomine(false);
  try {
    const hashes = await Promise.all(transactions.map((transaction) => submit(client, transaction)));
    await client.mine({ blocks });
    return hashes;
  } finally {
    await client.setAutomine(true);
  }
}

/** Gives a wallet coins for gas and, of a token, base units. */
export async function fund(client: LocalClient, wallet: string, tokens: readonly [string, bigint][] = []) {
  await client.setBalance({ address: wallet as `0x${string}`, value: parseEther('1000000') });
  for (const [token, amount] of tokens) {
    await send(client, { from: wallet, to: token, data: mintData(wallet, amount) });
  }
}

/** A new account, as lower-case address, with coins for gas and, of a token, base units. */
export async function fundedWallet(client: LocalClient, tokens: readonly [string, bigint][] = []): Promise<string> {
  const wallet = newWallet();
  await fund(client, wallet, tokens);
  return wallet;
}

/** A new account with coins for gas whose key is known. */
export async function fundedSigner(client: LocalClient): Promise<{ signer: PrivateKeyAccount; wallet: string }> {
  const signer = newSigner();
  const wallet = signer.address.toLowerCase();
  await fund(client, wallet);
  return { signer, wallet };
}

/** Calldata that gives a wallet base units of a test token. */
export function mintData(wallet: string, amount: bigint): `0x${string}` {
  return encodeFunctionData({ abi: TOKEN_ABI, functionName: 'mint', args: [wallet as `0x${string}`, amount] });
}

/** Calldata of an ERC-20 transfer of base units. */
export function transferData(amount: bigint, to: string = DEVELOPMENT_PRESALE_ADDRESS): `0x${string}` {
  return encodeFunctionData({ abi: TOKEN_ABI, functionName: 'transfer', args: [to as `0x${string}`, amount] });
}

/** The address of a listed token on a chain. */
export function tokenAddress(chainId: ChainId, symbol: string): `0x${string}` {
  const address = findToken(chainId, symbol)?.address;
  if (address == null) throw new RangeError(`no token ${symbol} on chain ${chainId}`);
  return address;
}

/** Pays the presale in the chain's coin (wei), after funding the wallet. */
export async function payCoin(client: LocalClient, wallet: string, amount: bigint): Promise<`0x${string}`> {
  await fund(client, wallet);
  return send(client, { from: wallet, to: DEVELOPMENT_PRESALE_ADDRESS, value: amount });
}

/** Pays the presale in a token (base units), after funding the wallet. */
export async function payToken(
  client: LocalClient,
  wallet: string,
  token: string,
  amount: bigint,
): Promise<`0x${string}`> {
  await fund(client, wallet, [[token, amount]]);
  return send(client, { from: wallet, to: token, data: transferData(amount) });
}

/** A number in JSON-RPC form. */
export function hex(value: bigint): `0x${string}` {
  return `0x${value.toString(16)}`;
}
