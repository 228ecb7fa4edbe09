import { CHAINS, isChainId } from '#src/config/chains.ts';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import { TOKENS } from '#src/config/tokens.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';

export interface TransactionDetail {
  readonly label: string;
  readonly value: string;
}

export interface AskedTransaction {
  readonly to?: string;
  readonly value?: string;
  readonly data?: string;
}

const TRANSFER = /^0xa9059cbb([0-9a-f]{64})([0-9a-f]{64})$/i;

/** Describes in words the payment of a transaction, with its full recipient and chain; a token transfer is decoded. */
export function describeTransaction(
  chainId: number,
  { to = '', value = '0x0', data = '0x' }: AskedTransaction,
): TransactionDetail[] {
  const chain = isChainId(chainId) ? CHAINS[chainId] : null;
  const network = { label: 'Network', value: `${chain?.networkName ?? 'Unknown'} (${chainId})` };
  const call = TRANSFER.exec(data);
  const [, recipientWord = '', amountWord = '0'] = call ?? [];
  const token = TOKENS.find((each) => each.chainId === chainId && each.address?.toLowerCase() === to.toLowerCase());
  if (call !== null && token !== undefined)
    return [
      { label: 'You send', value: `${formatUnits(BigInt(`0x${amountWord}`), token.decimals)} ${token.display}` },
      { label: 'To', value: inMixedCase(`0x${recipientWord.slice(24)}`) },
      { label: 'Token contract', value: to },
      network,
    ];
  const coin = chain?.nativeCurrency.symbol ?? '';
  const facts = [
    { label: 'You send', value: `${formatUnits(BigInt(value), 18)} ${coin}`.trim() },
    { label: 'To', value: to },
    network,
  ];
  return data === '0x' ? facts : [...facts, { label: 'Unknown call', value: data }];
}

/** A development account as the site writes it, to be compared letter by letter; any other address as it was sent. */
function inMixedCase(address: string): string {
  return DEVELOPMENT_ACCOUNTS.find((known) => known.toLowerCase() === address.toLowerCase()) ?? address;
}
