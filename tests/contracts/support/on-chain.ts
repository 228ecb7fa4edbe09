import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { concat, type Hex, keccak256, type TransactionReceipt, toHex } from 'viem';
import type { CompiledContract } from '#src/build/contracts/run-solc.ts';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import type { LocalClient } from '#src/dev/chains/local-client.ts';
import { minedReceipt } from '#tests/support/pay.ts';
import { compiled } from './compiled.ts';

/** Whoever pays for a transaction; holds all tokens at the beginning. */
const [SENDER] = DEVELOPMENT_ACCOUNTS;
/** Stated, because the chain estimates by the time of its last block. */
const GAS = 25_000_000n;
const SUPPLY = 1_110_000_000n * 10n ** 9n;
const LIST = keccak256('0x');

/** The types of a leaf: account, bought, staked, rewards, airdrop. */
export const LEAF = ['address', 'uint64', 'uint64', 'uint64', 'uint64'];

export type Line = [account: Hex, ...amounts: [bigint, bigint, bigint, bigint]];

export interface Placed {
  readonly address: Hex;
  /** The transaction that made it. */
  readonly receipt: TransactionReceipt;
  readonly contract: CompiledContract;
}

/** The n-th of some accounts and amounts, the same in every run. */
export function lineOf(n: number): Line {
  const hash = keccak256(toHex(n, { size: 32 }));
  const amount = (at: number) => BigInt(`0x${hash.slice(at, at + 12)}`);
  return [`0x${hash.slice(2, 42)}`, amount(42), amount(44), amount(48), amount(52)];
}

export function sumOf([, ...amounts]: Line): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

export const treeOf = (lines: readonly Line[]) => StandardMerkleTree.of([...lines], LEAF);

/** An inner node of a tree. */
export function nodeOf(one: Hex, other: Hex): Hex {
  return keccak256(concat(one < other ? [one, other] : [other, one]));
}

/** What a contract takes as an entry. */
export function entryOf([account, bought, staked, rewards, airdrop]: Line, proof: readonly Hex[]) {
  return { account, bought, staked, rewards, airdrop, proof };
}

async function deploy(client: LocalClient, contract: CompiledContract, args: readonly unknown[]): Promise<Placed> {
  const { abi, bytecode } = contract;
  const hash = await client.deployContract({ account: SENDER, abi, bytecode, args: [...args] });
  const receipt = await minedReceipt(client, hash);
  if (receipt.status !== 'success' || !receipt.contractAddress) throw new Error('not deployed');
  return { address: receipt.contractAddress, receipt, contract };
}

/** Deploys the token, with its supply in as many lines as are asked for. */
export async function deployToken(client: LocalClient, lines = 1): Promise<Placed> {
  const others = Array.from({ length: lines - 1 }, (_, n) => ({ to: lineOf(n)[0], amount: 1n }));
  const table = [{ to: SENDER, amount: SUPPLY - BigInt(others.length) }, ...others];
  return deploy(client, (await compiled()).SynxToken, [table]);
}

/** Deploys claims of a list that has one schedule for everything, without funding them. */
export async function deployClaims(
  client: LocalClient,
  token: Placed,
  root: string,
  total: bigint,
  schedule: { readonly start: bigint; readonly end: bigint },
): Promise<Placed> {
  const schedules = Array.from({ length: 4 }, () => schedule);
  return deploy(client, (await compiled()).SynxClaims, [token.address, root, LIST, total, schedules]);
}

/** Deploys a lock for a beneficiary; times in seconds. */
export async function deployTeamLock(
  client: LocalClient,
  beneficiary: Hex,
  { start, duration, cliff }: { readonly start: bigint; readonly duration: bigint; readonly cliff: bigint },
): Promise<Placed> {
  return deploy(client, (await compiled()).TeamLock, [beneficiary, start, duration, cliff]);
}

/** Calls a function that changes something; throws if it reverts. */
export async function send(
  client: LocalClient,
  { address, contract }: Placed,
  functionName: string,
  args: readonly unknown[] = [],
  account: Hex = SENDER,
): Promise<TransactionReceipt> {
  const { abi } = contract;
  const hash = await client.writeContract({ account, chain: null, gas: GAS, address, abi, functionName, args });
  const receipt = await minedReceipt(client, hash);
  if (receipt.status !== 'success') throw new Error(`${functionName} reverted`);
  return receipt;
}

/** From now on it is `timestamp`. */
export async function waitUntil(client: LocalClient, timestamp: bigint): Promise<void> {
  await client.setNextBlockTimestamp({ timestamp });
  await client.mine({ blocks: 1 });
}

export async function read<Answer>(
  client: LocalClient,
  { address, contract }: Placed,
  functionName: string,
  args: readonly unknown[] = [],
): Promise<Answer> {
  return (await client.readContract({ address, abi: contract.abi, functionName, args })) as Answer;
}

/** Gives the claims their tokens. */
export async function fund(client: LocalClient, token: Placed, claims: Placed, total: bigint) {
  await send(client, token, 'transfer', [claims.address, total]);
  return send(client, claims, 'fund');
}
