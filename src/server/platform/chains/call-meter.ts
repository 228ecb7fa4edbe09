import { AsyncLocalStorage } from 'node:async_hooks';
import type { RpcReader } from '#src/chain/rpc-reader.ts';
import { bytesOfFailure } from './open-source.ts';

/** So many characters of an answer cost as much as a call: we have to read, compare and keep them. */
const CHARACTERS_A_CALL = 60_000;
/** Its names, numbers and brackets. */
const CHARACTERS_A_RECORD = 100;

/** Told what a piece of work costs at the chains' sources, in calls, as they are made. */
export type CallMeter = (calls: number) => void;

const meters = new AsyncLocalStorage<CallMeter>();

/** Runs `work` and reports every call it makes to `meter`, even those made after this has returned. */
export function metering<Result>(meter: CallMeter, work: () => Promise<Result>): Promise<Result> {
  return meters.run(meter, async () => work());
}

/** Whether a caller's look is what asks, rather than the server's own work. */
export const isForCaller = (): boolean => meters.getStore() !== undefined;

/** A source whose calls are charged to whoever caused them; a large answer counts as several, also if it fails. */
export function metered(source: RpcReader): RpcReader {
  return {
    request: async (call) => {
      const meter = meters.getStore();
      if (meter === undefined) return source.request(call);
      meter(1);
      const answer = await source.request(call).catch((error: unknown) => {
        meter(Math.floor(bytesOfFailure(error) / CHARACTERS_A_CALL));
        throw error;
      });
      meter(Math.floor(sizeOf(answer) / CHARACTERS_A_CALL));
      return answer;
    },
  };
}

/** About as many characters as an answer has: anybody can fill a log, a transaction or a block with megabytes. */
function sizeOf(answer: unknown): number {
  if (typeof answer === 'string') return answer.length;
  if (typeof answer !== 'object' || answer === null) return 0;
  return Object.values(answer).reduce((sum: number, part) => sum + sizeOf(part), CHARACTERS_A_RECORD);
}
