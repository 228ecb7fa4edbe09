import { FakeProvider } from '../wallet/fake-provider.ts';

export const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const SECOND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const HASH = `0x${'ab'.repeat(32)}`;
const BLOCK = `0x${'cd'.repeat(32)}`;

/** A browser wallet with ten coins, 1,000 of every token, and a chain that adds a block with each look at it. */
export class FakeWallet extends FakeProvider {
  granted: readonly string[] = [];
  chainId = 1;
  head = 99;

  constructor(granted: readonly string[] = []) {
    super();
    this.granted = granted;
    const answers: Record<string, unknown> = {
      eth_requestAccounts: () => {
        this.granted = this.granted.length > 0 ? this.granted : [ACCOUNT];
        return this.granted;
      },
      eth_accounts: () => this.granted,
      eth_chainId: () => `0x${this.chainId.toString(16)}`,
      eth_getBalance: `0x${(10n ** 19n).toString(16)}`,
      eth_call: `0x${(10n ** 21n).toString(16)}`,
      eth_estimateGas: '0x5208',
      eth_getCode: '0x',
      eth_gasPrice: '0x3b9aca00',
      eth_sendTransaction: HASH,
      eth_getTransactionReceipt: { blockNumber: '0x64', blockHash: BLOCK, status: '0x1' },
      eth_blockNumber: () => `0x${(this.head++).toString(16)}`,
      eth_getBlockByNumber: { hash: BLOCK },
      wallet_switchEthereumChain: ({ chainId }: { chainId: string }) => {
        this.moveTo(Number(chainId));
        return null;
      },
      personal_sign: `0x${'11'.repeat(65)}`,
    };
    for (const [method, answer] of Object.entries(answers)) this.set(method, answer);
  }

  moveTo(chainId: number): void {
    this.chainId = chainId;
    this.emit('chainChanged', `0x${chainId.toString(16)}`);
  }

  useAccounts(accounts: readonly string[]): void {
    this.granted = accounts;
    this.emit('accountsChanged', accounts);
  }

  /** Announces itself by EIP-6963 on the current page, now and on every request. */
  install(rdns = 'io.metamask', uuid = rdns): this {
    const target = window;
    const detail = { info: { uuid, name: rdns, icon: 'data:image/svg+xml,', rdns }, provider: this };
    const announce = () => target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    target.addEventListener('eip6963:requestProvider', announce);
    announce();
    return this;
  }
}
