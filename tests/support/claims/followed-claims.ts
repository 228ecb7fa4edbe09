import { type Hex, type Log, parseEventLogs } from 'viem';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import { call, type LocalClient } from '#src/dev/chains/local-client.ts';
import { SynxClaims } from '#src/server/money/handover/deployment.ts';
import { gatherEvidence } from '#src/stores/claim-evidence.ts';
import { afterLook, type ClaimFate, type ClaimRequest, fateOfClaim } from '#src/stores/claim-requests.ts';
import { hex } from '#tests/support/pay.ts';
import type { ClaimWorld } from './claim-world.ts';

/** Later than any wallet's node may be behind, and than a hash is trusted that none shows, in milliseconds. */
const LATER = { heldMs: 180_000, unseenMs: 180_000 } as const;

interface Asked {
  readonly from: Hex;
  readonly nonce: number;
  /** What the contract had paid for the account. */
  readonly before: bigint;
  /** What the wallet has answered. */
  readonly hash: Hex;
}

interface Followed {
  readonly request: ClaimRequest;
  readonly fate: ClaimFate;
  /** Whether the chain showed the named transaction at the last look. */
  readonly isShown: boolean;
  readonly isSettled: boolean;
}

/**
 * The pages of the wallets that claim: each asks the page's own code what became of its claim whenever `look` is
 * called, and `faults` compares what they say in the end with the blocks.
 */
export class FollowedClaims {
  readonly #client: LocalClient;
  readonly #world: ClaimWorld;
  readonly #followed = new Map<string, Followed>();
  /** Pages that were asked, by what they said. */
  readonly told: Record<ClaimFate['kind'], number> = {
    waiting: 0,
    unknown: 0,
    sent: 0,
    first: 0,
    done: 0,
    failed: 0,
    cancelled: 0,
  };

  constructor(client: LocalClient, world: ClaimWorld) {
    this.#client = client;
    this.#world = world;
  }

  /** From now on these are followed, and no earlier one. Of some the wallet has never named a hash. */
  async start(asked: readonly Asked[]): Promise<void> {
    const block = Number(await this.#client.getBlockNumber());
    this.#followed.clear();
    for (const { from, nonce, before, hash } of asked)
      this.#followed.set(from, {
        request: {
          ...{ account: from, before: String(before), nonce, isShown: false, block },
          ...{ askedAt: 0, answeredAt: 0, isServerTime: true, hash: hash.endsWith('0') ? null : hash },
        },
        ...{ fate: { kind: 'waiting' }, isShown: false, isSettled: false },
      });
  }

  async look(): Promise<void> {
    const source = { request: (asked: { method: string }) => this.#client.request(asked as never) as Promise<unknown> };
    const around = { source, logs: source };
    await Promise.all(
      [...this.#followed].map(async ([account, { request, isSettled }]) => {
        if (isSettled) return;
        const evidence = { ...(await gatherEvidence(request, this.#world.distributor, around)), ...LATER };
        const fate = fateOfClaim(request, evidence, REQUIRED_CONFIRMATIONS);
        const next = afterLook(request, fate, evidence);
        this.#followed.set(account, {
          request: next ?? request,
          ...{ fate, isShown: evidence.shown !== null, isSettled: next === null },
        });
      }),
    );
  }

  /** Once nothing leaves the chain any more: what the pages say and the blocks do not, in words. */
  async faults(): Promise<readonly string[]> {
    const { claims } = this.#world.deployment;
    const mined = await this.#mined();
    const faults: string[] = [];
    for (const [account, { request, fate, isShown }] of this.#followed) {
      this.told[fate.kind] += 1;
      const own = mined.find(({ from, nonce }) => from === account && Number(nonce) === request.nonce);
      const payers = mined.filter(({ paid }) => paid.includes(account));
      const expected = (): readonly [ClaimFate['kind'], readonly (string | null)[]] => {
        if (own !== undefined && payers.includes(own)) {
          // What vests between two payments makes both pay: a page that has told the first one looks no further.
          const earlier = payers.slice(0, payers.indexOf(own)).map(({ hash }) => hash);
          return fate.kind === 'first' && earlier.length > 0 ? ['first', earlier] : ['done', [own.hash]];
        }
        const others = payers.map(({ hash }) => hash);
        if (others.length > 0) return ['first', others];
        if (request.hash === null) return ['waiting', []];
        if (own === undefined) return isShown ? ['sent', [request.hash]] : ['unknown', []];
        if (own.hash === request.hash && own.to === claims) return ['failed', [own.hash]];
        // Of a transaction that no look has seen nobody knows the nonce.
        return request.isShown ? ['cancelled', [request.hash]] : ['unknown', []];
      };
      const [kind, hashes] = expected();
      if (fate.kind === kind && (!('hash' in fate) || hashes.includes(fate.hash))) continue;
      faults.push(`the page of ${account} says ${JSON.stringify(fate)} instead of ${kind} ${hashes.join()}`);
    }
    return faults;
  }

  /** The transactions since these pages began, with the accounts that each has paid for. */
  async #mined() {
    // Blocks that replaced others can have them earlier than they were asked for.
    const since =
      Math.min(...[...this.#followed.values()].map(({ request }) => request.block)) - REQUIRED_CONFIRMATIONS + 1;
    const head = Number(await this.#client.getBlockNumber());
    const numbers = Array.from({ length: Math.max(0, head - since + 1) }, (_, at) => BigInt(since + at));
    const blocks = await Promise.all(
      numbers.map(async (blockNumber) => {
        const { transactions } = await this.#client.getBlock({ blockNumber, includeTransactions: true });
        const receipts = await call<{ transactionHash: Hex; logs: Log[] }[]>(this.#client, 'eth_getBlockReceipts', [
          hex(blockNumber),
        ]);
        const paid = new Map(receipts.map(({ transactionHash, logs }) => [transactionHash, accountsIn(logs)]));
        return transactions.map(({ hash, from, to, nonce }) => ({
          ...{ hash, from: from.toLowerCase(), to: to?.toLowerCase(), nonce, paid: paid.get(hash) ?? [] },
        }));
      }),
    );
    return blocks.flat();
  }
}

function accountsIn(logs: readonly Log[]): readonly string[] {
  const events = parseEventLogs({ abi: SynxClaims.abi, eventName: 'Claimed', logs: [...logs] });
  return events.map((event) => (event as unknown as { args: { account: string } }).args.account.toLowerCase());
}
