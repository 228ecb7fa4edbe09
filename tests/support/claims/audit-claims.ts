import {
  type Abi,
  decodeFunctionData,
  type Hex,
  parseEventLogs,
  type Transaction,
  type TransactionReceipt,
} from 'viem';
import { call, type LocalClient } from '#src/dev/chains/local-client.ts';
import { totalOf } from '#src/lib/allocation/entry.ts';
import { SynxClaims, SynxToken } from '#src/server/money/handover/deployment.ts';
import { hex } from '#tests/support/pay.ts';
import { type Claimant, type ClaimWorld, openedBy } from './claim-world.ts';

/** An entry as a transaction has it. */
interface Asked {
  readonly account: string;
  readonly proof: readonly string[];
  readonly [amount: string]: unknown;
}

interface Payment {
  readonly account: string;
  readonly to: string;
  readonly amount: bigint;
}

export interface Audit {
  /** In words; empty if everything is as it must be. */
  readonly faults: readonly string[];
  readonly claims: number;
  readonly refused: number;
  readonly skipped: number;
}

/**
 * Reads every block of the chain that is left, and compares what each transaction to the claims has done with separate
 * books, which know only the list, the schedules and the time of the block; then what the chain holds in the end.
 */
export async function auditClaims(client: LocalClient, world: ClaimWorld): Promise<Audit> {
  const books = openBooks(world);
  const faults: string[] = [];
  const counts = { claims: 0, refused: 0, skipped: 0 };
  const { claims } = world.deployment;
  const head = await client.getBlockNumber();
  for (let number = 0n; number <= head; number += 1n) {
    const block = await client.getBlock({ blockNumber: number, includeTransactions: true });
    if (!block.transactions.some(({ to }) => to === claims)) continue;
    const receipts = await receiptsOf(client, number);
    for (const transaction of block.transactions) {
      const receipt = receipts.get(transaction.hash);
      if (transaction.to !== claims || receipt === undefined) continue;
      const expected = books.take(transaction, block.timestamp, receipt);
      const paid = paidBy(receipt, world);
      counts.claims += paid.length;
      counts.refused += receipt.status === 'success' ? 0 : 1;
      counts.skipped += expected.skipped;
      const differs = shown(paid) !== shown(expected.paid);
      if (differs || expected.succeeds !== (receipt.status === 'success'))
        faults.push(
          `block ${number}, ${transaction.hash}: ${receipt.status} with ${shown(paid)}, ` +
            `instead of ${expected.succeeds ? 'success' : 'reverted'} with ${shown(expected.paid)}`,
        );
    }
  }
  return { faults: [...faults, ...(await settled(client, world, books))], ...counts };
}

async function receiptsOf(client: LocalClient, number: bigint): Promise<Map<Hex, TransactionReceipt>> {
  const raw = await call<{ transactionHash: Hex }[]>(client, 'eth_getBlockReceipts', [hex(number)]);
  const receipts = await Promise.all(
    raw.map(({ transactionHash }) => client.getTransactionReceipt({ hash: transactionHash })),
  );
  return new Map(receipts.map((receipt) => [receipt.transactionHash, receipt]));
}

/** What a transaction has paid by the log of the claims; an amount of -1 is one that the token has not moved. */
function paidBy({ logs }: TransactionReceipt, { deployment: { claims, token } }: ClaimWorld): readonly Payment[] {
  const eventsOf = (abi: Abi, eventName: string, address: Hex) =>
    parseEventLogs({ abi, eventName, logs: [...logs] })
      .filter((log) => log.address === address)
      .map((log) => (log as unknown as { readonly args: Readonly<Record<string, string | bigint>> }).args);
  const moved = eventsOf(SynxToken.abi, 'Transfer', token);
  return eventsOf(SynxClaims.abi, 'Claimed', claims).map(({ account, to, amount }, index) => {
    const { from, to: receiver, value } = moved[index] ?? {};
    const isMoved = [from, receiver, value].join().toLowerCase() === [claims, to, amount].join().toLowerCase();
    return { account: lower(account), to: lower(to), amount: isMoved ? BigInt(amount ?? 0) : -1n };
  });
}

/** The claims as they should be. */
function openBooks(world: ClaimWorld) {
  const listed = new Map(world.claimants.map((claimant) => [claimant.entry.address, claimant]));
  const claimed = new Map<string, bigint>();
  const received = new Map<string, bigint>();
  let isFunded = false;
  const unpayable = new Set<string>([`0x${'0'.repeat(40)}`, world.deployment.claims, world.deployment.token]);
  /** What this entry is paid now, or null if it is none of the list. */
  const open = (asked: Asked, time: bigint): bigint | null => {
    const claimant = listed.get(lower(asked.account));
    if (claimant === undefined || !isEqual(asked, claimant)) return null;
    return openedBy(world, claimant.entry, time) - (claimed.get(claimant.entry.address) ?? 0n);
  };
  const pay = (asked: Asked, to: string, amount: bigint): Payment => {
    const account = lower(asked.account);
    claimed.set(account, (claimed.get(account) ?? 0n) + amount);
    received.set(to, (received.get(to) ?? 0n) + amount);
    return { account, to, amount };
  };
  const nothing = (succeeds: boolean) => ({ succeeds, paid: [] as Payment[], skipped: 0 });
  return {
    claimed,
    received,
    take({ input, from }: Pick<Transaction, 'input' | 'from'>, time: bigint, { status }: { readonly status: string }) {
      const { functionName, args = [] } = decodeFunctionData({ abi: SynxClaims.abi, data: input });
      // Whether the tokens are there is the token's matter.
      if (functionName === 'fund') {
        isFunded ||= status === 'success';
        return nothing(status === 'success');
      }
      if (!isFunded) return nothing(false);
      if (functionName === 'claimMany') {
        const entries = args[0] as readonly Asked[];
        const paid = entries.flatMap((asked) => {
          const amount = unpayable.has(lower(asked.account)) ? null : open(asked, time);
          return amount === null || amount === 0n ? [] : [pay(asked, lower(asked.account), amount)];
        });
        return { succeeds: true, paid, skipped: entries.length - paid.length };
      }
      const [asked, to = asked.account] = args as readonly [Asked, string?];
      const isOwn = functionName === 'claim' || lower(from) === lower(asked.account);
      const amount = isOwn && !unpayable.has(lower(to)) ? open(asked, time) : null;
      if (amount === null || amount === 0n) return nothing(false);
      return { succeeds: true, paid: [pay(asked, lower(to), amount)], skipped: 0 };
    },
  };
}

function isEqual(asked: Asked, { entry, proof }: Claimant): boolean {
  const { bought, staked, rewards, airdrop } = entry;
  return (
    [asked['bought'], asked['staked'], asked['rewards'], asked['airdrop']].join() ===
      [bought, staked, rewards, airdrop].join() && asked.proof.join() === proof.join()
  );
}

/** In the end: paid, claimed and owed are the same for each wallet, and nothing is left or missing. */
async function settled(client: LocalClient, world: ClaimWorld, books: ReturnType<typeof openBooks>) {
  const faults: string[] = [];
  const { claims, token } = world.deployment;
  const view = async (contract: 'claims' | 'token', functionName: string, args: readonly unknown[] = []) =>
    (await client.readContract(
      contract === 'claims'
        ? { address: claims, abi: SynxClaims.abi, functionName, args }
        : { address: token, abi: SynxToken.abi, functionName, args },
    )) as bigint;
  const compare = (what: string, found: bigint | undefined, owed: bigint) => {
    if (found !== owed) faults.push(`${what}: ${found} instead of ${owed}`);
  };
  await Promise.all(
    world.claimants.map(async ({ entry }) => {
      const { address } = entry;
      compare(`claimed of ${address}`, await view('claims', 'claimed', [address]), totalOf(entry));
      compare(`paid for ${address}`, books.claimed.get(address), totalOf(entry));
    }),
  );
  await Promise.all(
    [...books.received].map(async ([address, amount]) =>
      compare(`tokens of ${address}`, await view('token', 'balanceOf', [address]), amount),
    ),
  );
  compare('claimedTotal', await view('claims', 'claimedTotal'), world.total);
  compare('tokens of the claims', await view('token', 'balanceOf', [claims]), world.gift);
  return faults;
}

function lower(text: string | bigint | undefined): string {
  return String(text).toLowerCase();
}

function shown(payments: readonly Payment[]): string {
  return `[${payments.map(({ account, to, amount }) => `${amount} of ${account} to ${to}`).join(', ')}]`;
}
