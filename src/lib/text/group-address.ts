const GROUP = 4;

/** An address in groups of four characters after its 0x, for people to compare; joined, the groups are the address. */
export function groupAddress(address: string): readonly string[] {
  const digits = address.slice(2);
  const groups = Array.from({ length: Math.ceil(digits.length / GROUP) }, (_, index) =>
    digits.slice(index * GROUP, (index + 1) * GROUP),
  );
  return [address.slice(0, 2), ...groups];
}
