import { decodeFunctionData, encodeFunctionResult } from 'viem';
import { describe, expect, test } from 'vitest';
import { PRICE_FEED_ABI } from '#src/chain/abi/price-feed.ts';
import { readLatestRound, readRoundInForce } from '#src/chain/read-feed.ts';
import type { RpcReader } from '#src/chain/rpc-reader.ts';

const FEED = `0x${'f'.repeat(40)}`;
const NO_DATA = Object.assign(new Error('execution reverted: No data present'), { code: 3 });

/**
 * The times of the rounds of each phase, from phase 1 on, undefined for one that the feed does not know; a round's
 * answer is its time times ten.
 */
type Phases = readonly (readonly (number | undefined)[])[];

const roundId = (phase: number, round: number) => (BigInt(phase) << 64n) + BigInt(round);

/** A feed as its proxy answers: rounds of a phase count from 1. `failure` is thrown for a round that is not there. */
function feedOf(phases: Phases, { failure = NO_DATA as unknown, asked = [] as bigint[] } = {}): RpcReader {
  return {
    request: async ({ params }) => {
      const [{ data }] = params as [{ data: `0x${string}` }];
      const { functionName, args } = decodeFunctionData({ abi: PRICE_FEED_ABI, data });
      const latest = roundId(phases.length, phases.at(-1)?.length ?? 0);
      const id = functionName === 'getRoundData' ? ((args as readonly bigint[])[0] as bigint) : latest;
      asked.push(id);
      const time = phases[Number(id >> 64n) - 1]?.[Number(id & 0xffff_ffff_ffff_ffffn) - 1];
      if (time === undefined) throw failure;
      return encodeFunctionResult({
        abi: PRICE_FEED_ABI,
        functionName: 'getRoundData',
        result: [id, BigInt(time * 10), BigInt(time), BigInt(time), id],
      });
    },
  };
}

const rounds = (count: number, from = 100) => Array.from({ length: count }, (_, index) => from + index * 10);

describe('the round in force', () => {
  test('is the last one not after the time, for every time of phases of every length', async () => {
    for (const length of [1, 2, 3, 4, 7, 8, 9, 17]) {
      const phases = [rounds(length)];
      for (let at = 95; at <= 105 + length * 10; at += 5) {
        const index = phases[0]?.findLastIndex((time) => time <= at) ?? -1;
        const found = await readRoundInForce(feedOf(phases), FEED, BigInt(at));
        const expected = { roundId: roundId(1, index + 1), updatedAt: BigInt(100 + index * 10) };
        if (index === -1) expect(found).toBeNull();
        else expect(found, `${length} rounds at ${at}`).toMatchObject(expected);
      }
    }
  });

  test('comes with the answer before it, or null for the first of a phase', async () => {
    const source = feedOf([rounds(5)]);
    expect(await readRoundInForce(source, FEED, 125n)).toMatchObject({ answer: 1200n, previousAnswer: 1100n });
    expect(await readRoundInForce(source, FEED, 105n)).toMatchObject({ answer: 1000n, previousAnswer: null });
  });

  test('is the last one of the phase before, until the first of a phase', async () => {
    for (const length of [1, 2, 3, 5, 8, 13]) {
      const phases = [rounds(length), rounds(3, 1_000)];
      for (const at of [990, 100 + (length - 1) * 10, 100]) {
        const index = Math.min(length - 1, Math.floor((at - 100) / 10));
        const found = await readRoundInForce(feedOf(phases), FEED, BigInt(at));
        expect(found?.roundId, `${length} rounds at ${at}`).toBe(roundId(1, index + 1));
      }
      expect(await readRoundInForce(feedOf(phases), FEED, 99n)).toBeNull();
    }
  });

  test('is searched in three phases before, empty ones included, and in no other', async () => {
    const at = 500n;
    const found = async (phases: Phases) => (await readRoundInForce(feedOf(phases), FEED, at))?.roundId ?? null;
    expect(await found([rounds(2), [], [], rounds(1, 1_000)])).toBe(roundId(1, 2));
    expect(await found([rounds(2), rounds(1, 200), [], rounds(1, 1_000)])).toBe(roundId(2, 1));
    expect(await found([rounds(2), [], [], [], rounds(1, 1_000)])).toBeNull();
  });

  test('is none of those that the feed does not know, which count as too old', async () => {
    const known = [undefined, undefined, 120, 130];
    expect(await readRoundInForce(feedOf([known]), FEED, 125n)).toMatchObject({
      roundId: roundId(1, 3),
      previousAnswer: null,
    });
    expect(await readRoundInForce(feedOf([known]), FEED, 115n)).toBeNull();
    const second = [undefined, undefined, 1_000, 1_010];
    expect((await readRoundInForce(feedOf([rounds(2), second]), FEED, 500n))?.roundId).toBe(roundId(1, 2));
  });

  test('takes few questions, however many rounds there are', async () => {
    const asked: bigint[] = [];
    const source = feedOf([rounds(1_000)], { asked });
    expect((await readRoundInForce(source, FEED, 105n))?.roundId).toBe(roundId(1, 1));
    expect(asked.length).toBeLessThan(30);
    asked.length = 0;
    expect((await readRoundInForce(source, FEED, 10_085n))?.roundId).toBe(roundId(1, 999));
    expect(asked).toEqual([roundId(1, 1_000), roundId(1, 999), roundId(1, 998)]);
  });
});

test('the latest round without a time is none', async () => {
  await expect(readLatestRound(feedOf([[0]]), FEED)).rejects.toThrow('the price feed has no rounds');
  expect(await readLatestRound(feedOf([rounds(2)]), FEED)).toEqual({
    roundId: roundId(1, 2),
    answer: 1100n,
    updatedAt: 110n,
  });
});

test.each([
  ['code 3', Object.assign(new Error('no'), { code: 3 }), true],
  ['code -32015', Object.assign(new Error('no'), { code: -32015 }), true],
  ['words', Object.assign(new Error('VM execution error'), { code: -32000 }), true],
  ['a cause', new Error('failed', { cause: Object.assign(new Error('reverted'), { code: -32000 }) }), true],
  ['another code', Object.assign(new Error('no such header'), { code: -32000 }), false],
  ['words without a code', new Error('execution reverted'), false],
  ['words with a text for a code', Object.assign(new Error('execution reverted'), { code: 'ECONNRESET' }), false],
  ['no error', 'execution reverted', false],
])('a round that is not there is told by %s', async (_, failure, isRevert) => {
  const reading = readRoundInForce(feedOf([rounds(2)], { failure }), FEED, 105n);
  if (isRevert) await expect(reading).resolves.toMatchObject({ previousAnswer: null });
  else await expect(reading).rejects.toBe(failure);
});

test('a feed that reverts for its latest round is an error', async () => {
  await expect(readLatestRound(feedOf([[]]), FEED)).rejects.toBe(NO_DATA);
});
