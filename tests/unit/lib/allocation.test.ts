import { createHash } from 'node:crypto';
import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { describe, expect, test } from 'vitest';
import { type AllocationEntry, entryOf, leafOf, lineOf } from '#src/lib/allocation/entry.ts';
import { readList, shardDigits, shardName, toHex } from '#src/lib/allocation/list.ts';
import { openShard, shardText } from '#src/lib/allocation/shard.ts';
import { randomEntries, readEntries, shardFiles } from '#tests/support/allocation-lists.ts';
import { random } from '#tests/support/random.ts';
import { sized } from '#tests/support/sized.ts';

const TYPES = ['address', 'uint64', 'uint64', 'uint64', 'uint64'];
/** Where the number of digits or the parity of a level changes. */
const EDGES = [2, 3, 4, 5, 255, 256, 257, 4_096, 4_097];
const FIRST = `0x${'0'.repeat(39)}1`;
const SECOND = `0x${'0'.repeat(39)}2`;
const entry = (address: string, bought = 1n): AllocationEntry => ({
  address,
  bought,
  staked: 0n,
  rewards: 0n,
  airdrop: 0n,
});

const valuesOf = ({ address, bought, staked, rewards, airdrop }: AllocationEntry) => [
  address,
  bought,
  staked,
  rewards,
  airdrop,
];

/** The root again, by the platform's hash and the words of docs/handover.md. */
function recomputed(entries: readonly AllocationEntry[]): string {
  const keccak = (...parts: readonly Uint8Array[]) => createHash('keccak-256').update(Buffer.concat(parts)).digest();
  const word = (digits: string) => Buffer.from(digits.padStart(64, '0'), 'hex');
  const above = (level: readonly Buffer[]): Buffer => {
    if (level.length === 1) return level[0] as Buffer;
    const pairs = level.flatMap((_, at) => (at % 2 === 0 ? [level.slice(at, at + 2)] : []));
    return above(pairs.map((pair) => (pair.length === 1 ? (pair[0] as Buffer) : keccak(...pair.sort(Buffer.compare)))));
  };
  const digits = shardDigits(entries.length);
  const shards = Map.groupBy(entries, ({ address }) => address.slice(2, 2 + digits));
  const roots = [...shards.values()].map((own) =>
    above(
      own.map(({ address, bought, staked, rewards, airdrop }) => {
        const amounts = [bought, staked, rewards, airdrop].map((amount) => word(amount.toString(16)));
        return keccak(keccak(word(address.slice(2)), ...amounts));
      }),
    ),
  );
  return `0x${above(roots).toString('hex')}`;
}

describe('the list of a handover', () => {
  test('has one line for each wallet, and its hash is that of its text', () => {
    const entries = [entry(FIRST, 17_359n), { ...entry(SECOND, 0n), staked: 2n, rewards: 3n, airdrop: 2n ** 64n - 1n }];
    const text = entries.map(lineOf).join('');
    expect(text).toBe(`${FIRST},17359,0,0,0\n${SECOND},0,2,3,18446744073709551615\n`);
    const { hash, count, totals } = readEntries(entries);
    expect(hash).toBe(`0x${createHash('sha256').update(text).digest('hex')}`);
    expect(count).toBe(2);
    expect(totals).toEqual({ bought: 17_359n, staked: 2n, rewards: 3n, airdrop: 2n ** 64n - 1n });
  });

  test.each([
    ['fewer-than-two', [`${FIRST},1,0,0,0\n`]],
    ['fewer-than-two', []],
    ['duplicate-address', [`${FIRST},1,0,0,0\n`, `${FIRST},2,0,0,0\n`]],
    ['unsorted', [`${SECOND},1,0,0,0\n`, `${FIRST},1,0,0,0\n`]],
    ['all-zero', [`${FIRST},1,0,0,0\n`, `${SECOND},0,0,0,0\n`]],
    ['amount-above-uint64', [`${FIRST},1,0,0,0\n`, `${SECOND},0,0,0,18446744073709551616\n`]],
    ...[
      `${SECOND},1,0,0,0`,
      `${SECOND},1,0,0,0\r\n`,
      `${SECOND},1,0,0\n`,
      `${SECOND},1,0,0,0,0\n`,
      `${SECOND},01,0,0,0\n`,
      `${SECOND},-1,0,0,0\n`,
      `${SECOND},1.5,0,0,0\n`,
      `${SECOND}, 1,0,0,0\n`,
      `${`0x${'a'.repeat(40)}`.toUpperCase()},1,0,0,0\n`,
      `0x${'A'.repeat(40)},1,0,0,0\n`,
      `${SECOND}0,1,0,0,0\n`,
      '\n',
    ].map((line) => ['malformed-line', [`${FIRST},1,0,0,0\n`, line]] as const),
  ] as const)('is refused as %s', (fault, lines) => {
    const read = () => {
      const list = readList(lines.length);
      for (const line of lines) list.add(line);
      list.end();
    };
    expect(read).toThrow(expect.objectContaining({ name: 'AllocationError', fault }));
  });

  test('is refused if it has more or fewer lines than the tree was shaped for', () => {
    const list = readList(3);
    for (const address of [FIRST, SECOND]) list.add(lineOf(entry(address)));
    expect(() => list.end()).toThrow(expect.objectContaining({ fault: 'wrong-count' }));
  });

  test('writes no line that it would refuse', () => {
    expect(() => lineOf(entry(FIRST, 2n ** 64n))).toThrow(expect.objectContaining({ fault: 'amount-above-uint64' }));
    expect(() => lineOf(entry(FIRST, 0n))).toThrow(expect.objectContaining({ fault: 'all-zero' }));
    expect(() => lineOf(entry(FIRST, -1n))).toThrow(expect.objectContaining({ fault: 'malformed-line' }));
    expect(() => lineOf(entry(FIRST.toUpperCase()))).toThrow(expect.objectContaining({ fault: 'malformed-line' }));
  });

  test('reads each line back as the entry it was written from', () => {
    for (const one of randomEntries(random(1), 200)) expect(entryOf(lineOf(one))).toEqual(one);
  });

  test.each([
    [2, 0],
    [255, 0],
    [256, 1],
    [4_096, 1],
    [4_097, 2],
    [65_536, 2],
    [65_537, 3],
    [1_000_000, 3],
  ])('of %i wallets has shards by %i digits', (count, digits) => {
    expect(shardDigits(count)).toBe(digits);
    expect(shardName('0xABC0', count)).toBe('ABC'.slice(0, digits));
  });
});

describe('the tree of a list', () => {
  test('has OpenZeppelin’s leaves', () => {
    const entries = randomEntries(random(2), 50);
    const tree = StandardMerkleTree.of(entries.map(valuesOf), TYPES);
    for (const one of entries) expect(toHex(leafOf(one))).toBe(tree.leafHash(valuesOf(one)));
  });

  test('leads by the proofs of shards to a root, as MerkleProof sees it', {
    timeout: sized(1_800_000, 300_000),
  }, () => {
    const rolls = random(39);
    for (let tree = 0; tree < sized(10_000, 40); tree += 1) {
      const largest = rolls.once(25) ? 5_000 : rolls.pick([20, 100, 300]);
      const count = EDGES[tree] ?? 2 + rolls.below(largest - 1);
      const entries = randomEntries(rolls, count, rolls.pick([1, 2, 7, 16]));
      const list = readEntries(entries);
      const label = `tree ${tree} of ${count}`;
      expect(list.root, label).toBe(recomputed(entries));
      const files = shardFiles(entries, list);
      for (const chosen of [entries[0], entries.at(-1), rolls.pick(entries)] as AllocationEntry[]) {
        const shard = openShard(files.get(shardName(chosen.address, count)) ?? '', list.root);
        const found = shard.proofOf(chosen.address);
        expect(found?.entry, label).toEqual(chosen);
        const accepts = (values: unknown[]) =>
          StandardMerkleTree.verify(list.root, TYPES, values, [...(found?.proof ?? [])]);
        expect(accepts(valuesOf(chosen)), label).toBe(true);
        expect(accepts(valuesOf({ ...chosen, bought: chosen.bought + 1n })), label).toBe(false);
      }
    }
  });

  test('has a shard for each beginning of a large list', { timeout: 300_000 }, () => {
    const count = sized(65_537, 4_097);
    const entries = randomEntries(random(3), count);
    const list = readEntries(entries);
    const files = shardFiles(entries, list);
    expect(list.root).toBe(recomputed(entries));
    expect([...files.values()].flatMap((file) => openShard(file, list.root).entries())).toEqual(entries);
  });

  test('comes with its shards to the same bytes in two builds', () => {
    const build = () => {
      const entries = randomEntries(random(4), 700);
      return [...shardFiles(entries, readEntries(entries))];
    };
    expect(build()).toEqual(build());
  });
});

describe('the file of a shard', () => {
  const entries = randomEntries(random(5), 300);
  const list = readEntries(entries);
  const [first] = entries as [AllocationEntry];
  const name = shardName(first.address, 300);
  const own = entries.filter(({ address }) => shardName(address, 300) === name);
  const text = shardText(list, name, own);

  test('has a path, the roots of its groups and wallets as decimal text, and no proofs', () => {
    const { path, groups, wallets } = JSON.parse(text);
    expect(Object.keys(JSON.parse(text))).toEqual(['path', 'groups', 'wallets']);
    expect(path).toHaveLength(4);
    expect(groups).toHaveLength(Math.ceil(own.length / 32));
    expect(wallets[0]).toEqual(valuesOf(first).map(String));
  });

  test('does not have a wallet that is not listed', () => {
    expect(openShard(text, list.root).proofOf(`0x${'f'.repeat(40)}`)).toBeNull();
  });

  test('is refused if anything in it was changed, left out, or belongs to another list', () => {
    const changed = [
      text.replace(String(first.bought), String(first.bought + 1n)),
      text.replace(first.address, first.address.replace('0x', '0x0').slice(0, 42)),
      JSON.stringify({ ...JSON.parse(text), wallets: JSON.parse(text).wallets.slice(1) }),
      JSON.stringify({ ...JSON.parse(text), path: JSON.parse(text).path.slice(1) }),
      JSON.stringify({ ...JSON.parse(text), wallets: [] }),
      JSON.stringify({ ...JSON.parse(text), groups: [], wallets: [] }),
      JSON.stringify({ ...JSON.parse(text), groups: undefined }),
      JSON.stringify({ ...JSON.parse(text), groups: [...JSON.parse(text).groups, JSON.parse(text).path[0]] }),
      JSON.stringify({ ...JSON.parse(text), path: ['0x12'] }),
      JSON.stringify({ ...JSON.parse(text), groups: ['0x12'] }),
      JSON.stringify({ ...JSON.parse(text), wallets: [[1, 2, 3, 4, 5]] }),
      text.slice(0, -20),
      'null',
      '[]',
      '<!doctype html>',
    ];
    for (const other of changed) {
      expect(() => openShard(other, list.root).entries(), other.slice(0, 80)).toThrow('wrong-shard');
      expect(() => openShard(other, list.root).proofOf(`0x${'f'.repeat(40)}`), other.slice(0, 80)).toThrow(
        'wrong-shard',
      );
    }
    expect(() => openShard(text, readEntries(own).root)).toThrow('wrong-shard');
  });

  test('proves a wallet by its own group alone, and never with another amount', () => {
    const many = randomEntries(random(6), 100);
    const { root } = readEntries(many);
    const file = shardFiles(many, readEntries(many)).get('') ?? '';
    const parts = JSON.parse(file);
    const change = (index: number) => {
      const wallets = parts.wallets.map((wallet: string[], at: number) =>
        at === index ? [wallet[0], '12345', ...wallet.slice(2)] : wallet,
      );
      return openShard(JSON.stringify({ ...parts, wallets }), root);
    };
    for (const [index, { address }] of many.entries()) {
      expect(() => change(index).proofOf(address), address).toThrow('wrong-shard');
      const elsewhere = (index + 32) % 100;
      expect(change(elsewhere).proofOf(address), address).toEqual(openShard(file, root).proofOf(address));
      expect(() => change(elsewhere).entries(), address).toThrow('wrong-shard');
    }
  });

  test('is not written for a beginning that no wallet has', () => {
    expect(() => shardText(list, 'zz', [])).toThrow('wrong-shard');
  });
});
