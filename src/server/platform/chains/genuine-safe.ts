import { keccak256 } from 'viem';
import { hex, lower } from '#src/chain/rpc-reader.ts';
import { SAFE_RAN } from '#src/chain/safe-transaction.ts';
import type { PaymentTransaction } from './payment-transaction.ts';
import { blockLogs, expectOwnLogs } from './read-block.ts';
import type { Source } from './source.ts';

/** keccak256 of the code of Safe's proxies, as its factories of 1.3.0, 1.4.1 and 1.5.0 create them. */
const PROXIES = [
  '0xb89c1b3bdf2cf8827818646bce9a8f6e372885f8c55e5c07acbd307cb133b000',
  '0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c',
  '0x4e381985ca68b3e5d27b4425fa581c19cf33146d3f887a3cfca96f55528ea46f',
];
/** The same for the contracts behind them (Safe and SafeL2 of each), as in @safe-global/safe-deployments. */
const SINGLETONS = [
  '0xbba688fbdb21ad2bb58bc320638b43d94e7d100f6f3ebaab0a4e4de6304b1c2e',
  '0x21842597390c4c6e3c1239e434a682b054bd9548eee5e9b1d6a4482731023c0f',
  '0x1fe2df852ba3299d6534ef416eefa406e56ced995bca886ab7a553e6d0c5e1c4',
  '0xb1f926978a0f44a2c0ec8fe822418ae969bd8c3f18d61e5103100339894f81ff',
  '0xdda019cbd7c867a533a2a86e5c53434fdc50b13122b5a5ddb4a8df61b31c20f2',
  '0x180193227186ccb85316c94db1f0d156ed932b14712cfaac78901899178572dc',
];

/**
 * Whether a contract was a Safe throughout a block: with Safe's code before it, and run by this transaction alone,
 * since it could have swapped its code in between. Throws the source's errors, and MalformedAnswerError for missing
 * logs.
 */
export async function isGenuineSafe(
  source: Source,
  safe: string,
  { hash: transactionHash, reading }: Pick<PaymentTransaction, 'hash' | 'reading'>,
): Promise<boolean> {
  const before = hex(reading.blockNumber - 1n);
  const codeOf = async (address: string) =>
    keccak256(lower(await source.request({ method: 'eth_getCode', params: [address, before] })) as `0x${string}`);
  // First, by itself: most contracts that are not a Safe fail here, and anybody can send any number of them.
  if (!PROXIES.includes(await codeOf(safe))) return false;
  const [slot, logs] = await Promise.all([
    source.request({ method: 'eth_getStorageAt', params: [safe, '0x0', before] }),
    blockLogs(source, { blockHash: reading.blockHash, addresses: [safe], topics: [SAFE_RAN] }),
  ]);
  const singleton = `0x${lower(slot).slice(2).padStart(64, '0').slice(24)}`;
  if (!SINGLETONS.includes(await codeOf(singleton))) return false;
  const transactions = new Set(logs.map((log) => lower(log['transactionHash'])));
  expectOwnLogs(transactions, transactionHash);
  return transactions.size === 1;
}
