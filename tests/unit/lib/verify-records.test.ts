import { expect, test } from 'vitest';
import { chainCheck, type HashedRecord, NO_RECORD, recordHash } from '#src/lib/hash/record-chain.ts';
import { type RecordSource, verifyRecords } from '#src/lib/hash/verify-records.ts';

/** Sound records, ten of each day. */
function recordsOf(count: number): HashedRecord[] {
  const records: HashedRecord[] = [];
  for (let number = 1; number <= count; number += 1) {
    const day = String(Math.ceil(number / 10)).padStart(2, '0');
    const previous = records.at(-1)?.hash ?? NO_RECORD;
    const record = { kind: 'purchase', number, at: `2026-01-${day}T00:00:00.000Z`, previous };
    records.push({ record, hash: recordHash(record) });
  }
  return records;
}

function rootsOf(records: readonly HashedRecord[]) {
  const chain = chainCheck('purchase');
  for (const each of records) chain.add(each);
  return chain.roots();
}

/** Pages of ten. */
function sourceOf(records: readonly HashedRecord[], more: Partial<RecordSource> = {}): RecordSource {
  return {
    page: async (_kind, after) => ({
      records: records.slice(after, after + 10),
      next: after + 10 < records.length ? after + 10 : null,
      total: records.length,
      head: records.at(-1)?.hash ?? NO_RECORD,
    }),
    roots: async () => rootsOf(records),
    ...more,
  };
}

/** The same records with another content of one of them, under its old hash. */
function changed(records: readonly HashedRecord[], numbers: readonly number[]): HashedRecord[] {
  return records.map(({ record, hash }) =>
    numbers.includes(record.number) ? { record: { ...record, amount: '1' }, hash } : { record, hash },
  );
}

test('sound records are counted, page after page', async () => {
  const records = recordsOf(25);
  const seen: number[] = [];
  const verdict = await verifyRecords(sourceOf(records), 'purchase', ({ number }) => seen.push(number));
  expect(verdict).toEqual({ records: 25, days: 3, head: records[24]?.hash, problems: [], notes: [] });
  expect(seen).toEqual(records.map(({ record }) => record.number));
  expect(rootsOf(records).map(({ first, last }) => [first, last])).toEqual([
    [1, 10],
    [11, 20],
    [21, 25],
  ]);
});

test('each fault of a record has its name', () => {
  const [first, second] = recordsOf(2) as [HashedRecord, HashedRecord];
  const faultOf = (record: object, hash?: string) => {
    const chain = chainCheck('purchase');
    chain.add(first);
    const whole = { ...second.record, ...record };
    return chain.add({ record: whole, hash: hash ?? recordHash(whole) });
  };
  expect(faultOf({})).toBeNull();
  expect(faultOf({ kind: 'stake' })).toBe('wrong-kind');
  expect(faultOf({ number: 3 })).toBe('gap');
  expect(faultOf({ previous: NO_RECORD })).toBe('wrong-previous');
  expect(faultOf({ at: '2025-12-31T00:00:00.000Z' })).toBe('time-runs-back');
  expect(faultOf({}, NO_RECORD)).toBe('wrong-hash');
});

test('at most twenty changed records are named', async () => {
  const numbers = Array.from({ length: 24 }, (_, index) => index + 2);
  const { problems } = await verifyRecords(sourceOf(changed(recordsOf(30), numbers)), 'purchase');
  expect(problems).toHaveLength(20);
  expect(problems[0]).toBe('purchase-2: wrong-hash');
});

test('a page that leaves records out ends the count', async () => {
  const records = recordsOf(25);
  const skipping = sourceOf(records, {
    page: async (kind, after) => ({ ...(await sourceOf(records).page(kind, after)), next: 20 }),
  });
  const { problems, records: counted } = await verifyRecords(skipping, 'purchase');
  expect(counted).toBe(10);
  expect(problems[0]).toBe('purchase: the page after 10 claims to follow 20');
});

test('records that are missing at the end, and roots and heads that differ, are named', async () => {
  const records = recordsOf(15);
  const page = sourceOf(records).page;
  const claiming = (more: object) =>
    sourceOf(records, { page: async (...of) => ({ ...(await page(...of)), ...more }) });
  const problemsOf = async (source: RecordSource) => (await verifyRecords(source, 'purchase')).problems;
  expect(await problemsOf(claiming({ total: 16 }))).toEqual(['purchase: 16 records are claimed, 15 exist']);
  expect(await problemsOf(claiming({ head: NO_RECORD }))).toEqual([
    'purchase: the last record differs from the claimed one',
  ]);
  for (const part of [{ root: NO_RECORD }, { first: 2 }, { last: 9 }, { head: NO_RECORD }, { day: '2026-02-01' }]) {
    const roots = async () => rootsOf(records).map((root, index) => (index === 0 ? { ...root, ...part } : root));
    expect(await problemsOf(sourceOf(records, { roots })), JSON.stringify(part)).toHaveLength(1);
  }
});

test('a root of records that another one covers is wrong: any number could be recounted for hours (S21)', async () => {
  const records = recordsOf(25);
  const chain = chainCheck('purchase');
  for (const each of records) chain.add(each);
  const days = chain.roots();
  // Right by itself, as that of a wrong clock.
  const closed = (day: string, first: number) => ({ day, ...chain.rootOf(first, 25) });
  const wrongDays = async (...roots: readonly object[]) => {
    const { problems } = await verifyRecords(sourceOf(records, { roots: async () => roots as never }), 'purchase');
    return problems.map((problem) => /root of (\S+) does/.exec(problem)?.[1]);
  };
  expect(await wrongDays(...days.toReversed())).toEqual([]);
  expect(await wrongDays(...days, ...days)).toEqual(days.map(({ day }) => day));
  expect(await wrongDays(closed('2025-12-30', 1), closed('2025-12-31', 1))).toEqual(['2025-12-31']);
  expect(await wrongDays(...days.slice(0, 2), closed('2025-12-31', 2))).toEqual(['2025-12-31']);
});

test('records that a wrong clock dated ahead are told with the day that closed them, and hide nothing [S27]', async () => {
  // Number 10 on the 1st and the ten of the 2nd are closed, and a clock that was ahead dates the rest to the 3rd.
  const records = recordsOf(30);
  const chain = chainCheck('purchase');
  for (const each of records) chain.add(each);
  const [first, second] = chain.roots() as [
    ReturnType<typeof chain.roots>[number],
    ReturnType<typeof chain.roots>[number],
  ];
  const ahead = { day: '2026-01-02', ...chain.rootOf(21, 24) };
  const rest = { day: '2026-01-03', ...chain.rootOf(25, 30) };
  const verdictOn = async (...all: readonly object[]) => {
    const roots = async () => [first, ...all] as never;
    const { problems, notes } = await verifyRecords(sourceOf(records, { roots }), 'purchase');
    return [...problems, ...notes];
  };
  const told =
    'purchase-21 to purchase-24 are dated 2026-01-03 or later, and closed with 2026-01-02: a clock was ahead';
  const early = { ...second, day: '2026-01-01x' };
  expect(await verdictOn(second, ahead, rest)).toEqual([told]);
  expect(await verdictOn(second, rest)).toEqual(['purchase: the root of 2026-01-03 does not match its records']);
  expect(await verdictOn(second, { ...ahead, head: NO_RECORD }, rest)).toHaveLength(1);
  expect(await verdictOn(second, { ...ahead, day: '2026-01-04' }, rest)).toHaveLength(1);
  expect(await verdictOn(second, ahead, { ...rest, ...chain.rootOf(25, 29) })).toHaveLength(2);
  expect(await verdictOn(early, { ...ahead, last: 31 })).toHaveLength(2);
});
