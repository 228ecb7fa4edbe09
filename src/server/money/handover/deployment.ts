import { type Abi, concat, encodeDeployData, encodeFunctionData, erc20Abi, getContractAddress, type Hex } from 'viem';
import contracts from '#src/chain/abi/contracts.json' with { type: 'json' };
import type { SupplyLine } from '#src/contract/allocation.ts';
import { AMOUNT_KINDS, totalOf } from '#src/lib/allocation/entry.ts';
import { unlocksAfter } from '#src/lib/allocation/unlocking.ts';
import type { BatchRow } from '../sale/latest-batch.ts';

/** A contract of contracts/ as the compiler makes it, which the tests compare with its sources. */
interface Compiled {
  readonly abi: Abi;
  readonly bytecode: Hex;
  readonly deployedBytecode: Hex;
  readonly immutables: readonly { readonly start: number; readonly length: number }[];
}
export const { SynxToken, SynxClaims } = contracts as unknown as Readonly<Record<keyof typeof contracts, Compiled>>;

/**
 * A contract without an owner, at this address on every chain, that deploys what it is sent: the address of the new
 * contract follows from its code and arguments, whoever sends it (EIP-1014, CREATE2).
 */
const DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
const SALT: Hex = `0x${'0'.repeat(64)}`;

/** What the claims of a batch must have been given. */
export interface ClaimsArguments {
  readonly root: string;
  readonly list: string;
  readonly total: bigint;
  /** Seconds, in the order of the contract. */
  readonly schedules: readonly { readonly start: bigint; readonly end: bigint }[];
}

export interface Call {
  readonly to: Hex;
  readonly data: Hex;
}

export interface Deployment {
  readonly token: Hex;
  readonly claims: Hex;
  /** To be sent in this order; without that of the token, if there is one already. */
  readonly deploy: readonly Call[];
  /** To be sent by whoever has the tokens, once everything has been compared. */
  readonly fund: readonly Call[];
}

export function claimsArguments(
  batch: Pick<BatchRow, 'root' | 'list_hash' | 'opens_at'> & Parameters<typeof totalOf>[0],
) {
  const unlocks = unlocksAfter(batch.opens_at / 1_000n);
  return {
    root: batch.root,
    list: batch.list_hash,
    total: totalOf(batch),
    schedules: AMOUNT_KINDS.map((kind) => unlocks[kind]),
  } satisfies ClaimsArguments;
}

/** What makes the token: its creation code with the table, which decides its address. */
export function tokenCreation(minted: readonly SupplyLine[]): Hex {
  const table = minted.map(({ address, amount }) => ({ to: address, amount: BigInt(amount) }));
  return encodeDeployData({ abi: SynxToken.abi, bytecode: SynxToken.bytecode, args: [table] });
}

/** The same for the claims of a list. */
export function claimsCreation(token: string, { root, list, total, schedules }: ClaimsArguments): Hex {
  const args = [token, root, list, total, schedules];
  return encodeDeployData({ abi: SynxClaims.abi, bytecode: SynxClaims.bytecode, args });
}

/** The transactions that deploy and fund the contracts of a list, for a token that exists or for a table to mint. */
export function deploymentOf(
  list: ClaimsArguments,
  minted: readonly SupplyLine[] | { readonly token: Hex },
): Deployment {
  const tokenCode = 'token' in minted ? null : tokenCreation(minted);
  const token = 'token' in minted ? minted.token : deployedAddress(tokenCode ?? '0x');
  const claimsCode = claimsCreation(token, list);
  const claims = deployedAddress(claimsCode);
  const codes = tokenCode === null ? [claimsCode] : [tokenCode, claimsCode];
  const transfer = { abi: erc20Abi, functionName: 'transfer', args: [claims, list.total] } as const;
  return {
    token,
    claims,
    deploy: codes.map((code) => ({ to: DEPLOYER, data: concat([SALT, code]) })),
    fund: [
      { to: token, data: encodeFunctionData(transfer) },
      { to: claims, data: encodeFunctionData({ abi: SynxClaims.abi, functionName: 'fund' }) },
    ],
  };
}

/** Where the deployer puts what this creation code makes; nothing else can be made there. */
export function deployedAddress(bytecode: Hex): Hex {
  return getContractAddress({ opcode: 'CREATE2', from: DEPLOYER, salt: SALT, bytecode }).toLowerCase() as Hex;
}
