import { DEFAULT_CHAIN_ID } from '#src/config/chains.ts';
import { explorerUrl } from '#src/config/explorer-url.ts';
import { shortenAddress } from '#src/lib/text/shorten-address.ts';
import { Link } from './Link.tsx';

/** A public address, shortened; where an explorer knows it, a link there. */
export function WalletLink({ address }: { readonly address: string }) {
  const explorer = explorerUrl(DEFAULT_CHAIN_ID, 'address', address);
  const text = shortenAddress(address);
  return explorer === null ? text : <Link look="link-inline" text={text} apart href={explorer} />;
}
