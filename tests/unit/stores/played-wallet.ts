import { CHAIN_IDS } from '#src/config/chains.ts';
import { ProviderError } from '#src/dev/rehearsal-wallet/provider-error.ts';
import { ACCOUNT, FakeWallet, HASH } from './fake-wallet.ts';
import type { Fault, RealWallet } from './real-wallets.ts';

interface Question {
  readonly method: string;
  readonly answer: Promise<unknown>;
  readonly approve: () => void;
  readonly reject: () => void;
}

/**
 * A wallet that answers a page in the codes, events and order of a real one. Its question stays open until the visitor
 * approves or rejects it, also when the page has been left.
 */
export class PlayedWallet extends FakeWallet {
  readonly known = new Set<number>(CHAIN_IDS);
  /** How many windows it has opened. */
  windows = 0;
  readonly #like: RealWallet;
  #account = ACCOUNT.toLowerCase();
  #isLocked = false;
  readonly #connected = new Set<string>();
  #question: Question | null = null;

  constructor(like: RealWallet) {
    super();
    this.#like = like;
    this.set('eth_accounts', () => this.#accounts());
    this.set('eth_requestAccounts', () => this.#requestAccounts());
    this.set('wallet_switchEthereumChain', ({ chainId }: { chainId: string }) => this.#switch(Number(chainId)));
    this.set('wallet_addEthereumChain', ({ chainId }: { chainId: string }) =>
      this.#ask('wallet_addEthereumChain', like.rejectedConnection, () => {
        this.known.add(Number(chainId));
        this.moveTo(Number(chainId));
        return null;
      }),
    );
    this.set('eth_sendTransaction', () => this.#ask('eth_sendTransaction', like.rejectedPayment, () => HASH));
  }

  /** Another load of the page: it listens again, and is told of the wallet. */
  load(): this {
    this.forgetListeners();
    return this.install(this.#like.rdns);
  }

  /** The question of its open window, or null. */
  get asks(): string | null {
    return this.#question?.method ?? null;
  }

  approve(): void {
    this.#question?.approve();
  }

  reject(): void {
    this.#question?.reject();
  }

  lock(): void {
    this.#isLocked = true;
    if (this.#like.hidesWhenLocked) this.emit('accountsChanged', []);
  }

  unlock(): void {
    this.#isLocked = false;
    if (this.#like.tellsUnlock) this.emit('accountsChanged', this.#accounts());
  }

  /** The visitor chooses an account in the wallet that has never been connected to the site. */
  chooseUngranted(account: string): void {
    const { ungrantedAccount } = this.#like;
    if (ungrantedAccount === 'untold') return;
    this.#account = account.toLowerCase();
    if (ungrantedAccount === 'named') this.#connected.add(this.#account);
    this.emit('accountsChanged', this.#accounts());
  }

  #accounts(): readonly string[] {
    const isHidden = this.#isLocked && this.#like.hidesWhenLocked;
    return this.#connected.has(this.#account) && !isHidden ? [this.#account] : [];
  }

  #requestAccounts(): unknown {
    const accounts = this.#accounts();
    if (accounts.length > 0) return accounts;
    return this.#ask('eth_requestAccounts', this.#like.rejectedConnection, () => {
      this.#isLocked = false;
      this.#connected.add(this.#account);
      if (this.#like.tellsAccountsFirst) this.emit('accountsChanged', this.#accounts());
      return this.#accounts();
    });
  }

  #switch(chainId: number): unknown {
    if (!this.known.has(chainId)) throw this.#fault(this.#like.unknownChain);
    const move = () => {
      this.moveTo(chainId);
      return null;
    };
    if (this.#like.switchesAtOnce) return move();
    return this.#ask('wallet_switchEthereumChain', this.#like.rejectedConnection, move);
  }

  #ask(method: string, rejected: Fault, approved: () => unknown): Promise<unknown> {
    const { whileOpen } = this.#like;
    if (this.#question?.method === method) {
      if (whileOpen === 'waits') return this.#question.answer;
      throw this.#fault(whileOpen);
    }
    this.windows += 1;
    const { promise: answer, resolve, reject } = Promise.withResolvers<unknown>();
    const close = () => {
      this.#question = null;
    };
    // The page that asked may be gone.
    answer.catch(() => undefined);
    this.#question = {
      method,
      answer,
      approve: () => {
        close();
        resolve(approved());
      },
      reject: () => {
        close();
        reject(this.#fault(rejected));
      },
    };
    return answer;
  }

  #fault({ code, message }: Fault): unknown {
    return this.#like.throwsErrors ? new ProviderError(code, message) : { code, message };
  }
}
