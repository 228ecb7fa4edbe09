import { expect, test } from 'vitest';
import { groupAddress } from '#src/lib/text/group-address.ts';

test('an address in ten groups of four after its 0x, and nothing of it is lost', () => {
  const address = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720';
  const groups = groupAddress(address);
  expect(groups).toEqual(['0x', 'a0Ee', '7A14', '2d26', '7C1f', '3671', '4E4a', '8F75', '612F', '20a7', '9720']);
  expect(groups.join('')).toBe(address);
});
