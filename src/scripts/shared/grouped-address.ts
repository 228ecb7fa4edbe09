import { withChecksum } from '#src/lib/hash/address-checksum.ts';
import { groupAddress } from '#src/lib/text/group-address.ts';
import { element } from './dom.ts';

/** An address to be compared by eye, as the summary before a payment and /verify show it; copied, it is the address. */
export function groupedAddress(address: string): HTMLElement {
  return element(
    'code.grouped.ltr',
    { translate: 'no' },
    ...groupAddress(withChecksum(address)).map((group) => element('span', group)),
  );
}
