import { describe, expect, it } from 'vitest';
import { explorerArgument, safeClaim } from '#src/lib/allocation/claim-by-hand.ts';
import { readClaimCalldata } from '#src/lib/allocation/claim-call.ts';
import { CLAIM_FILE_LIST, claimFileOf, listOfClaimFile } from '#src/lib/allocation/claim-file.ts';
import { amountsOf } from '#src/lib/allocation/entry.ts';
import { openShard } from '#src/lib/allocation/shard.ts';
import { randomEntries, readEntries, shardFiles } from '#tests/support/allocation-lists.ts';
import { random } from '#tests/support/random.ts';

const entries = randomEntries(random(9), 20);
const list = readEntries(entries);
const [shard = ''] = shardFiles(entries, list).values();
const found = openShard(shard, list.root).proofOf(entries[4]?.address ?? '');
if (found === null) throw new Error('not listed');
const CLAIMS = `0x${'c'.repeat(40)}`;

describe('a claim by hand', () => {
  it('is one line for an explorer: the struct of the contract in its order, every number as text', () => {
    const argument = JSON.parse(explorerArgument(found));
    expect(argument).toEqual([found.entry.address, ...amountsOf(found.entry).map(String), found.proof]);
  });

  it('is one call for a Safe, of which the wallet guard would say the same', () => {
    const file = JSON.parse(safeClaim(found, { chainId: 56, claims: CLAIMS, at: 7 }));
    expect(file).toMatchObject({ version: '1.0', chainId: '56', createdAt: 7 });
    expect(file.transactions).toHaveLength(1);
    const [{ to, value, data }] = file.transactions;
    expect([to, value]).toEqual([CLAIMS, '0']);
    expect(readClaimCalldata(data)).toEqual({ ...found, to: null });
  });
});

describe('claim.html', () => {
  const schedules = [{ kind: 'bought', start: '2027-03-01T00:00:00.000Z', end: '2027-03-01T00:00:00.000Z' }] as const;
  const own = {
    ...{ batch: 3, chainId: 56, claims: CLAIMS, token: `0x${'d'.repeat(40)}`, shardDigits: 0, schedules },
    ...{ root: list.root, listHash: list.hash },
  };

  it('has the list in the place that the page of the build leaves, and nothing else changes', () => {
    const page = `<p>$&</p>${CLAIM_FILE_LIST}<p></p>`;
    const file = claimFileOf(page, own);
    expect(listOfClaimFile(file)).toEqual(own);
    expect(file.replace(JSON.stringify(own), '')).toBe(page);
  });

  it.each(['<p></p>', `${CLAIM_FILE_LIST}${CLAIM_FILE_LIST}`])('is not made from %j', (page) => {
    expect(() => claimFileOf(page, own)).toThrow('not the page of a build');
  });

  it('cannot be left by a value', () => {
    const file = claimFileOf(CLAIM_FILE_LIST, { ...own, token: '</script><script>' });
    expect(file.match(/<script/g)).toHaveLength(1);
  });
});
