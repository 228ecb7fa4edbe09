import type { ClaimFacts } from '#src/client/claim/allocation-states.ts';
import type { ChainSource, ClaimReading } from '#src/client/claim/read-facts.ts';
import { CHAINS, isChainId } from '#src/config/chains.ts';
import type { Distributor } from '#src/config/distributor.ts';
import { $openQuestion } from '#src/stores/ask-wallet.ts';
import { $claims, askForClaim, claimSource, followClaims, planClaim, readFunds, showToken } from '#src/stores/claim.ts';
import { isSameClaim, keptClaims } from '#src/stores/claim-requests.ts';
import { $wallet } from '#src/stores/wallet-state.ts';

/** What differs between the site and a page without it. */
interface Surroundings {
  /** A node that is no wallet's; null if the page reads none. */
  readonly node: ChainSource | null;
  /** Asks the wallet for the chain of the contract. */
  readonly switchChain: () => Promise<unknown>;
}

interface Listeners {
  /** Something that is drawn has changed. */
  readonly changed: () => void;
  /** A claim has ended: the contract has to be read again. */
  readonly settled: () => void;
  /** A wallet was connected, or another account chosen. */
  readonly connected: (account: string) => void;
}

export type ClaimPlan = Awaited<ReturnType<typeof planClaim>>;

/** Follows the connected wallet and the claims of this browser. */
export function claimWallet(distributor: Distributor, around: Surroundings & Listeners): ClaimWallet {
  return new ClaimWallet(distributor, around);
}

export class ClaimWallet {
  readonly #distributor: Distributor;
  readonly switchChain: () => Promise<unknown>;
  #funds: { readonly account: string; readonly fee: bigint; readonly canPay: boolean } | null = null;

  constructor(distributor: Distributor, { node, switchChain, changed, settled, connected }: Surroundings & Listeners) {
    this.#distributor = distributor;
    this.switchChain = switchChain;
    let account: string | null = null;
    followClaims(distributor, node);
    $wallet.subscribe(() => {
      const now = this.account();
      if (now !== null && now !== account) connected(now);
      else changed();
      account = now;
    });
    $openQuestion.listen(() => changed());
    $claims.listen((now, before, key) => {
      const kind = key === undefined ? undefined : now[key]?.kind;
      const isNew = key !== undefined && kind !== before?.[key]?.kind;
      changed();
      const isEnd = kind === undefined || ['done', 'first', 'failed', 'cancelled'].includes(kind);
      if (isNew && isEnd) settled();
    });
  }

  /** The connected account in lower case. */
  account(): string | null {
    const { isConnected, account } = $wallet.get();
    return isConnected && account !== null ? account.toLowerCase() : null;
  }

  source() {
    return claimSource(this.#distributor);
  }

  /** Reads what a claim of the connected wallet would cost, unless there is nothing to claim. */
  async read({ address, facts }: ClaimReading): Promise<void> {
    const { claimed = 0n, opened = 0n } = facts.entry ?? {};
    if (this.account() !== address || opened <= claimed) return;
    try {
      this.#funds = { account: address, ...(await readFunds(this.#distributor, address, claimed === 0n)) };
    } catch (error) {
      console.warn(error);
      this.#funds = null;
    }
  }

  facts({ address }: ClaimReading): ClaimFacts['wallet'] {
    if (this.account() !== address) return null;
    const { walletChainId } = $wallet.get();
    // A fee that could not be read forbids nothing: the wallet asks for it anyway.
    const canPayFee = this.#funds?.account !== address || this.#funds.canPay;
    return { isOnChain: walletChainId === this.#distributor.chainId, canPayFee };
  }

  claimFacts(reading: ClaimReading): ClaimFacts['claim'] {
    const kind = this.#told(reading)?.kind;
    if (kind === 'sent') return kind;
    const { opened = 0n, claimed = 0n } = reading.facts.entry ?? {};
    // Nothing is left to claim if somebody has claimed it since.
    if (kind === 'failed') return opened > claimed ? kind : null;
    return kind === 'first' && opened <= claimed ? kind : null;
  }

  /** What the page adds to the state's sentence. */
  answerOf(reading: ClaimReading): 'waiting' | 'refused' | 'unknown' | 'cancelled' | null {
    const kind = this.#told(reading)?.kind;
    return kind === 'waiting' || kind === 'refused' || kind === 'unknown' || kind === 'cancelled' ? kind : null;
  }

  /** Ends the wait for a wallet that was asked; null if none was. */
  stopOf(reading: ClaimReading): (() => void) | null {
    const question = $openQuestion.get();
    return this.isWaiting(reading) && question?.what === 'claim' ? question.cancel : null;
  }

  isWaiting(reading: ClaimReading): boolean {
    return this.#told(reading)?.kind === 'waiting';
  }

  hashOf(reading: ClaimReading): string | null {
    const claim = this.#told(reading);
    return claim !== undefined && 'hash' in claim ? claim.hash : null;
  }

  /** The final transaction that has paid for an entry, whoever sent it; null if this browser asked for none. */
  paidBy(reading: ClaimReading): string | null {
    const claim = this.#told(reading);
    return claim?.kind === 'done' || claim?.kind === 'first' ? claim.hash : null;
  }

  sentOf(reading: ClaimReading) {
    const claim = this.#told(reading);
    return claim?.kind === 'sent' ? claim : null;
  }

  /** How the latest claim stands; that nothing came of it says no more once the contract has paid. */
  #told({ address, facts }: ClaimReading) {
    const claim = $claims.get()[address];
    const hasPaid = ['sent', 'first', 'done'].includes(claim?.kind ?? '');
    return hasPaid || (facts.entry?.claimed ?? 0n) <= BigInt(claim?.before ?? 0) ? claim : undefined;
  }

  fee(): bigint {
    return this.#funds?.fee ?? 0n;
  }

  chainName(): string {
    const { walletChainId } = $wallet.get();
    return isChainId(walletChainId) ? CHAINS[walletChainId].name : String(walletChainId ?? '');
  }

  /** Changes with everything that is drawn. */
  mark(reading: ClaimReading): unknown {
    const claim = [$claims.get()[reading.address], this.stopOf(reading) !== null];
    // A fee that can be paid is shown in the window alone.
    return [$wallet.get(), claim, this.#funds?.canPay === true || this.#funds];
  }

  showToken(): Promise<void> {
    return showToken(this.#distributor);
  }

  plan({ listed, facts }: ClaimReading, to: string | null): Promise<ClaimPlan> | null {
    if (listed === null) return null;
    return planClaim(this.#distributor, { ...listed, to }, (facts.entry?.claimed ?? 0n) === 0n);
  }

  /** Unless another tab has asked, or a wallet has named a hash, since the plan was made. */
  async ask({ facts, contract, address }: ClaimReading, { transaction, kept }: ClaimPlan): Promise<void> {
    if (isSameClaim(keptClaims()[address], kept))
      await askForClaim(transaction, { claimed: facts.entry?.claimed ?? 0n, block: contract?.block ?? 0n });
  }
}
