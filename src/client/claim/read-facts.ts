import { type ClaimsContract, readClaimed, readClaims } from '#src/chain/read-claims.ts';
import type { RpcReader } from '#src/chain/rpc-reader.ts';
import { serverTime } from '#src/client/server-time.ts';
import type { Distributor } from '#src/config/distributor.ts';
import type { AllocationEntryView, AllocationView } from '#src/contract/allocation.ts';
import { AllocationError, AMOUNT_KINDS, type AmountKind, totalOf } from '#src/lib/allocation/entry.ts';
import { type Unlocking, unlockedOf } from '#src/lib/allocation/unlocking.ts';
import type { ClaimFacts } from './allocation-states.ts';
import {
  isUnreachable,
  type ListedEntry,
  type ListManifest,
  type ListSource,
  type Naming,
  shardPath,
} from './read-list.ts';

/** A chain whose latest block is this old, in seconds, stands still. */
const STALLED_AFTER = 900n;

/** One of the four amounts of an entry, in base units. */
export interface ClaimPart extends Unlocking {
  readonly kind: AmountKind;
  readonly amount: bigint;
  readonly opened: bigint;
}

/** What is known of an address before any wallet is connected. */
export interface ClaimReading {
  readonly address: string;
  readonly facts: Omit<ClaimFacts, 'wallet' | 'isPhone' | 'claim'>;
  readonly batch: AllocationView | null;
  readonly naming: Naming;
  readonly contract: ClaimsContract | null;
  readonly listed: ListedEntry | null;
  /** Null while no list is read; `file` is the one that has the address. */
  readonly manifest: ListManifest | null;
  readonly file: string | null;
  /** Empty without an entry or while its dates are not known. */
  readonly parts: readonly ClaimPart[];
  readonly setAside: AllocationEntryView['setAside'];
}

/** A node of the contract's chain. */
export type ChainSource = RpcReader;

type List = Pick<ClaimFacts, 'batch' | 'list'> & {
  readonly manifest: ListManifest | null;
  readonly listed: ListedEntry | null;
  readonly setAside: AllocationEntryView['setAside'];
};

/**
 * Reads what the list has for an address in lower case, and what its contract has paid. The list is that of the
 * contract while there is one: our server may be silent, or prepare the next. Never rejects.
 */
export async function readClaimFacts(
  address: string,
  distributor: Distributor,
  { source, lists }: { readonly source: ChainSource; readonly lists: ListSource },
): Promise<ClaimReading> {
  const [batch, contract] = await Promise.all([
    lists.batch(),
    readClaims(source, distributor.claims).catch(() => 'unread' as const),
  ]);
  const known = contract === 'unread' ? null : contract;
  const list = await readListFor(address, { batch, contract: known, lists });
  const [naming, claimed] = await Promise.all([
    lists.naming(distributor, batch, known === null ? null : list.manifest),
    known === null ? 0n : readClaimed(source, distributor.claims, address).catch(() => null),
  ]);
  const isStill = known !== null && nowInSeconds() - known.time > STALLED_AFTER;
  const parts = partsOf(list.listed, known, batch?.schedules ?? list.manifest?.schedules);
  const isNamed = known !== null && naming.says !== 'unnamed';
  const ofContract = !isNamed ? 'none' : known.isFunded ? 'funded' : 'unfunded';
  const isUnread = contract === 'unread' || claimed === null || isStill;
  return {
    address,
    facts: {
      batch: list.batch,
      list: list.list,
      differs: isDenied(naming) || (known !== null && known.token !== distributor.token),
      setAside: list.setAside?.class ?? null,
      entry: list.listed === null ? null : amountsOfParts(parts, list.listed, claimed ?? 0n, known),
      contract: isUnread ? 'unread' : ofContract,
    },
    batch,
    naming,
    contract: known,
    listed: list.listed,
    manifest: list.manifest,
    file: list.manifest === null ? null : shardPath(list.manifest, address),
    parts,
    setAside: list.setAside,
  };
}

function isDenied({ says }: Naming): boolean {
  return says === 'differs' || says === 'withdrawn';
}

/** The list that leads to the contract's root, or without a contract the one that our server names. */
async function readListFor(
  address: string,
  {
    batch,
    contract,
    lists,
  }: {
    readonly batch: AllocationView | null;
    readonly contract: ClaimsContract | null;
    readonly lists: ListSource;
  },
): Promise<List> {
  const none = { manifest: null, listed: null, setAside: null } as const;
  const told = batch?.state ?? 'unread';
  const isEmpty = told === 'none' || told === 'closed' || told === 'withdrawn';
  if (isEmpty && contract === null) return { ...none, batch: told, list: 'read' };
  let manifest: ListManifest | null = null;
  try {
    manifest = await lists.manifestOf(contract?.root ?? batch?.root ?? null, batch?.batch ?? null);
    const state = contract === null ? manifest.state : 'final';
    const listed = await lists.entryOf(manifest, address, batch);
    if (listed !== null && 'proof' in listed) return { ...none, manifest, listed, batch: state, list: 'read' };
    return { ...none, manifest, setAside: listed?.setAside ?? null, batch: state, list: 'read' };
  } catch (error) {
    console.warn(error);
    // With a contract that no list belongs to, what our server says of its batches still counts.
    if (isEmpty && manifest === null) return { ...none, batch: told, list: 'read' };
    const list = isUnreachable(error) || !(error instanceof AllocationError) ? 'unreachable' : 'mismatch';
    return { ...none, manifest, batch: manifest === null ? told : 'final', list };
  }
}

function partsOf(
  listed: ListedEntry | null,
  contract: ClaimsContract | null,
  stated: AllocationView['schedules'] = [],
): readonly ClaimPart[] {
  const schedules = contract?.schedules ?? stated.map(({ start, end }) => inSeconds(start, end));
  if (listed === null || schedules.length !== AMOUNT_KINDS.length) return [];
  const now = contract?.time ?? nowInSeconds();
  return AMOUNT_KINDS.map((kind, index) => {
    const amount = listed.entry[kind];
    const unlocking = schedules[index] ?? { start: 0n, end: 0n };
    return { kind, amount, ...unlocking, opened: contract === null ? 0n : unlockedOf(amount, unlocking, now) };
  });
}

function amountsOfParts(
  parts: readonly ClaimPart[],
  { entry }: ListedEntry,
  claimed: bigint,
  contract: ClaimsContract | null,
): NonNullable<ClaimFacts['entry']> {
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
  const now = contract?.time ?? nowInSeconds();
  return {
    total: totalOf(entry),
    claimed,
    opened: sum(parts.map(({ opened }) => opened)),
    later: sum(parts.filter(({ start, end }) => start === end && start > now).map(({ amount }) => amount)),
  };
}

/** The day on which the next amount of an entry opens, in seconds, with all that opens at once then; null if none. */
export function nextOpening(parts: readonly ClaimPart[], now: bigint): { at: bigint; amount: bigint } | null {
  const coming = parts.filter(({ amount, start }) => amount > 0n && start > now);
  if (coming.length === 0) return null;
  const at = coming.map(({ start }) => start).reduce((one, other) => (one < other ? one : other));
  const then = coming.filter(({ start, end }) => start === at && end === at);
  return { at, amount: then.reduce((sum, { amount }) => sum + amount, 0n) };
}

function inSeconds(start: string, end: string): Unlocking {
  return { start: BigInt(Date.parse(start)) / 1000n, end: BigInt(Date.parse(end)) / 1000n };
}

function nowInSeconds(): bigint {
  return BigInt(Math.floor((serverTime() ?? Date.now()) / 1000));
}
