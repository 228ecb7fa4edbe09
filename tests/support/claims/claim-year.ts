import { encodeFunctionData, type Hex } from 'viem';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import { call, type LocalClient } from '#src/dev/chains/local-client.ts';
import { reorg } from '#src/dev/chains/reorg.ts';
import { SynxClaims, SynxToken } from '#src/server/money/handover/deployment.ts';
import { claimTransaction } from '#src/wallet/send-claim.ts';
import { hex } from '#tests/support/pay.ts';
import { type Audit, auditClaims } from './audit-claims.ts';
import { type Claimant, type ClaimWorld, openedBy } from './claim-world.ts';
import { FollowedClaims } from './followed-claims.ts';

const DAY = 86_400n;
const EVERY_DAYS = 14n;
const ROUNDS = 27;
/** What a page calls final stays, after six confirmations; what a server does, two blocks behind the head, need not. */
const DEEPEST = 5;
const BATCH = 40;
const GWEI = 10n ** 9n;
const [TREASURY, , , ...STRANGERS] = DEVELOPMENT_ACCOUNTS;

/** The server that watches the contract. */
interface Observer {
  /** Has it look at the chain. */
  look(): Promise<void>;
  /** Ends it at whatever it is doing, and starts it again. */
  kill(): Promise<void>;
}

/** What happened in a year, and what was wrong. */
interface ClaimYear extends Audit {
  readonly reorgs: number;
  readonly replaced: number;
  readonly kills: number;
  /** How often the page's code said what of a claim, at the end of a fortnight. */
  readonly told: FollowedClaims['told'];
  /** The transaction that funded the claims and is still in the chain. */
  readonly funding: Hex;
}

interface Sent {
  readonly from: Hex;
  readonly to: Hex;
  readonly data: Hex;
  readonly gas: bigint;
  readonly gasPrice: bigint;
  readonly nonce: number;
}

/** The chain, the list, and what has been sent. */
interface Year extends Pick<ClaimWorld, 'rolls' | 'claimants'> {
  readonly client: LocalClient;
  readonly world: ClaimWorld;
  readonly nonces: Map<Hex, number>;
  readonly pages: FollowedClaims;
  readonly counts: { reorgs: number; replaced: number };
}

/** What a wallet sends, with whoever outbids it, and what replaces it before the next block. */
interface Wish {
  /** What the wallet had been paid. */
  readonly before: bigint;
  readonly first: readonly Sent[];
  readonly later: readonly Sent[];
}

/**
 * A year of claims: every fortnight some wallets claim what is open, to themselves or elsewhere, too early, replace or
 * cancel it; strangers claim for them, alone or for many with false entries in between; blocks leave the chain, and
 * some of their transactions come back. In the end everybody is paid, and all blocks are audited.
 */
export async function playYear(client: LocalClient, world: ClaimWorld, observer: Observer): Promise<ClaimYear> {
  const { rolls, claimants } = world;
  const counts = { reorgs: 0, replaced: 0 };
  const pages = new FollowedClaims(client, world);
  const year: Year = { client, world, rolls, claimants, counts, pages, nonces: new Map() };
  const misled: string[] = [];
  await client.setAutomine(false);
  try {
    await giveCoins(year);
    await fund(year, 3);
    await observer.look();
    // The block of the first funding leaves the chain.
    await reorg(client, DEEPEST, []);
    await observer.look();
    const funding = await fund(year, DEEPEST + 1);
    let kills = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await playFortnight(year, world.opens - DAY + BigInt(round) * EVERY_DAYS * DAY);
      misled.push(...(await pages.faults()));
      const isKilled = rolls.once(4);
      if (isKilled) await observer.kill();
      kills += isKilled ? 1 : 0;
      await observer.look();
    }
    await payEverybody(year);
    await observer.look();
    const audit = await auditClaims(client, world);
    return { ...audit, faults: [...misled, ...audit.faults], told: pages.told, ...counts, kills, funding };
  } finally {
    await client.setAutomine(true);
  }
}

async function readNonces({ client, nonces }: Year, addresses: readonly Hex[]): Promise<void> {
  const read = async (address: Hex) =>
    nonces.set(address, await client.getTransactionCount({ address, blockTag: 'latest' }));
  await Promise.all(addresses.map(read));
}

/** The next transaction of an account; all of them for one price, since the chain loses what outbids an earlier one. */
function next({ nonces }: Year, from: Hex, { to, data, gas }: Pick<Sent, 'to' | 'data' | 'gas'>): Sent {
  const nonce = nonces.get(from) ?? 0;
  nonces.set(from, nonce + 1);
  return { from, to, data, gas, gasPrice: 20n * GWEI, nonce };
}

function dearer(sent: Sent): Sent {
  return { ...sent, gasPrice: 2n * sent.gasPrice };
}

function submit({ client }: Year, sent: readonly Sent[]): Promise<Hex[]> {
  return Promise.all(sent.map((each) => call<Hex>(client, 'eth_sendTransaction', [fieldsOf(each)])));
}

/** Mines until nothing waits. */
async function mineAll({ client }: Year): Promise<void> {
  do await client.mine({ blocks: 1 });
  while (Number((await client.getTxpoolStatus()).pending) > 0);
}

/** Coins for everybody, in blocks that stay. */
async function giveCoins({ client, claimants }: Year): Promise<void> {
  await call(client, 'anvil_autoImpersonateAccount', [true]);
  const senders = claimants.flatMap((claimant) => [claimant.entry.address as Hex, rivalOf(claimant)]);
  await Promise.all(senders.map((address) => client.setBalance({ address, value: 10n ** 18n })));
  await client.mine({ blocks: DEEPEST + 1 });
}

/** Gives the claims their tokens, and some too many; the transaction that says so. */
async function fund(year: Year, blocks: number): Promise<Hex> {
  const { claims, token, fund: calls } = year.world.deployment;
  const [transfer, latch] = calls;
  if (transfer === undefined || latch === undefined) throw new Error('no calls');
  const gift = { abi: SynxToken.abi, functionName: 'transfer', args: [claims, year.world.gift] };
  await readNonces(year, [TREASURY]);
  const sent = [transfer, { to: token, data: encodeFunctionData(gift) }, latch].map((each) =>
    next(year, TREASURY, { ...each, gas: 200_000n }),
  );
  const hashes = await submit(year, sent);
  await year.client.mine({ blocks });
  return hashes.at(-1) ?? '0x';
}

async function claimedOf({ client, world }: Year, { entry }: Claimant): Promise<bigint> {
  const { claims } = world.deployment;
  return (await client.readContract({
    ...{ address: claims, abi: SynxClaims.abi, functionName: 'claimed', args: [entry.address] },
  })) as bigint;
}

/** A claim as the page sends it. */
function claimOf({ world }: Year, { entry, proof }: Claimant, to: string | null, isFirst: boolean) {
  const { from, data, gas } = claimTransaction(world.distributor, { entry, proof, to }, isFirst);
  return { from: from as Hex, to: world.deployment.claims, data: data as Hex, gas: BigInt(gas) };
}

function claimMany(year: Year, from: Hex, some: readonly Claimant[]): Sent {
  const entries = withFalse(year.world, some).map(asEntry);
  const data = encodeFunctionData({ abi: SynxClaims.abi, functionName: 'claimMany', args: [entries] });
  const gas = 200_000n + BigInt(entries.length) * 130_000n;
  return next(year, from, { to: year.world.deployment.claims, data, gas });
}

async function wishOf(year: Year, claimant: Claimant, time: bigint): Promise<Wish> {
  const { rolls, world, counts } = year;
  const before = await claimedOf(year, claimant);
  const hasOpen = openedBy(world, claimant.entry, time) > before;
  // Somebody who does not wait for the page.
  if (!hasOpen && !rolls.once(8)) return { before, first: [], later: [] };
  const to = rolls.once(4) ? receiverOf(world, claimant) : null;
  const { from, ...transaction } = claimOf(year, claimant, to, before === 0n);
  const own = next(year, from, transaction);
  const kind = rolls.below(10);
  if (kind > 3) return { before, first: [own], later: [] };
  if (kind === 3) {
    const rival = next(year, rivalOf(claimant), claimOf(year, claimant, null, before === 0n));
    return { before, first: [own, dearer(rival)], later: [] };
  }
  counts.replaced += 1;
  return { before, first: [own], later: [dearer(kind === 2 ? { ...own, to: from, data: '0x' } : own)] };
}

/** What must never pay: an entry with another's proof, a larger amount, another's claim to oneself. */
function attacks(year: Year): readonly Sent[] {
  const { rolls, claimants } = year;
  const [victim, other] = [rolls.pick(claimants), rolls.pick(claimants)];
  const [stranger] = STRANGERS;
  const greedy = { entry: { ...victim.entry, bought: victim.entry.bought + 1n }, proof: victim.proof };
  const swapped = { entry: victim.entry, proof: victim === other ? [] : other.proof };
  const stolen = claimOf(year, victim, stranger, true);
  return [claimOf(year, greedy, null, true), claimOf(year, swapped, null, true), stolen].map((each) =>
    next(year, stranger, each),
  );
}

/** A fortnight of claims, from a time on. */
async function playFortnight(year: Year, from: bigint): Promise<void> {
  const { client, rolls, claimants, pages } = year;
  const time = from + BigInt(rolls.below(Number(DAY)));
  const acting = claimants.filter(() => rolls.once(4));
  const addresses = acting.map(({ entry }) => entry.address as Hex);
  await readNonces(year, [...STRANGERS, ...addresses, ...acting.map(rivalOf)]);
  const wishes: Wish[] = [];
  for (const claimant of acting) wishes.push(await wishOf(year, claimant, time));
  const pushed = claimants.filter(() => rolls.once(Math.ceil(claimants.length / 8)));
  await client.setNextBlockTimestamp({ timestamp: time });
  const sent = [claimMany(year, rolls.pick(STRANGERS), pushed), ...attacks(year)];
  const own = wishes.flatMap(({ before, first: [claim] }) => (claim === undefined ? [] : [{ ...claim, before }]));
  const hashes = await submit(year, own);
  await submit(year, [...wishes.flatMap(({ first: [, ...rivals] }) => rivals), ...sent]);
  await pages.start(own.map((claim, at) => ({ ...claim, hash: hashes[at] ?? '0x' })));
  await submit(
    year,
    wishes.flatMap(({ later }) => later),
  );
  await mineAll(year);
  await pages.look();
  if (rolls.once(2)) await reorganise(year);
  await pages.look();
  await client.mine({ blocks: DEEPEST + 1 });
  // The first look may find another hash, which the second one follows.
  for (let looks = 0; looks < 2; looks += 1) await pages.look();
  await checkSums(year);
}

async function reorganise(year: Year): Promise<void> {
  const { client, rolls, world, counts } = year;
  counts.reorgs += 1;
  const depth = 1 + rolls.below(DEEPEST);
  const head = await client.getBlockNumber();
  const numbers = Array.from({ length: depth }, (_, at) => head - BigInt(depth - 1 - at));
  const blocks = await Promise.all(
    numbers.map((blockNumber) => client.getBlock({ blockNumber, includeTransactions: true })),
  );
  const kept: [object, number][] = [];
  const lost: Sent[] = [];
  for (const { from, to, input, gas, gasPrice, nonce } of blocks.flatMap(({ transactions }) => transactions)) {
    const sent = { from, to: to ?? world.deployment.claims, data: input, gas, gasPrice: gasPrice ?? 0n, nonce };
    // Nothing of an account comes after what is missing of it.
    if (rolls.once(3) || lost.some((each) => each.from === from)) lost.push(sent);
    else kept.push([fieldsOf(sent), Math.min(depth - 1, Math.floor(kept.length / 8))]);
  }
  await reorg(client, depth, kept);
  // Other nodes still have some of them; whoever lost one for good claims another time.
  if (rolls.once(2)) await submit(year, lost);
  await mineAll(year);
}

/** Strangers claim for everybody, at a time at which everything is open. */
async function payEverybody(year: Year): Promise<void> {
  const { client, rolls, claimants, world } = year;
  await client.setNextBlockTimestamp({ timestamp: world.opens + 400n * DAY });
  for (let from = 0; from < claimants.length; from += BATCH) {
    const stranger = rolls.pick(STRANGERS);
    await readNonces(year, [stranger]);
    await submit(year, [claimMany(year, stranger, claimants.slice(from, from + BATCH))]);
    await mineAll(year);
  }
  await client.mine({ blocks: DEEPEST + 1 });
  await checkSums(year);
}

/** At any time: the tokens that are left and those that were paid, and the counters, are all there is. */
async function checkSums(year: Year): Promise<void> {
  const { client, world } = year;
  const { claims, token } = world.deployment;
  const balance = (await client.readContract({
    ...{ address: token, abi: SynxToken.abi, functionName: 'balanceOf', args: [claims] },
  })) as bigint;
  const sum = (await client.readContract({
    ...{ address: claims, abi: SynxClaims.abi, functionName: 'claimedTotal' },
  })) as bigint;
  const each = await Promise.all(year.claimants.map((claimant) => claimedOf(year, claimant)));
  if (balance + sum !== world.total + world.gift)
    throw new Error(`the claims have ${balance} and have paid ${sum} of ${world.total}`);
  if (each.reduce((all, one) => all + one, 0n) !== sum) throw new Error('the counters are not their sum');
}

/** A second address of a wallet, the address of another one, or one that is refused. */
function receiverOf({ rolls, claimants, deployment }: ClaimWorld, { entry }: Claimant): string {
  const kind = rolls.below(8);
  if (kind === 0) return rolls.pick([deployment.token, deployment.claims, `0x${'0'.repeat(40)}`]);
  if (kind === 1) return rolls.pick(claimants).entry.address;
  return `0x${'5e'.repeat(4)}${entry.address.slice(10)}`;
}

/** Entries with others in between that are skipped: of nobody, forged, without proof, twice, of the contracts. */
function withFalse({ rolls, deployment }: ClaimWorld, some: readonly Claimant[]): readonly Claimant[] {
  return some.flatMap((claimant) => {
    const { entry, proof } = claimant;
    const kind = rolls.below(12);
    const other: Claimant | undefined = [
      { entry: { ...entry, address: `0x${'bad0'.repeat(10)}` }, proof },
      { entry: { ...entry, airdrop: entry.airdrop + 1n }, proof },
      { entry, proof: [] },
      claimant,
      { entry: { ...entry, address: rolls.pick([deployment.token, deployment.claims]) }, proof },
      { entry: { ...entry, address: `0x${'0'.repeat(40)}` }, proof },
    ][kind];
    return other === undefined ? [claimant] : [other, claimant];
  });
}

/** Whoever outbids the wallet's own claim. */
function rivalOf({ entry }: Claimant): Hex {
  return `0x${'f1'.repeat(4)}${entry.address.slice(10)}`;
}

function asEntry({ entry: { address, ...amounts }, proof }: Claimant) {
  return { account: address, ...amounts, proof };
}

function fieldsOf({ from, to, data, gas, gasPrice, nonce }: Sent): object {
  return { from, to, data, gas: hex(gas), gasPrice: hex(gasPrice), nonce: hex(BigInt(nonce)), value: '0x0' };
}
