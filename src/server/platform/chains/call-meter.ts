import { AsyncLocalStorage } from 'node:async_hooks';
import type { RpcReader } from '#src/chain/rpc-reader.ts';

/** Logs or transactions that cost as much as one call: we have to read, compare and keep them. */
const ENTRIES_A_CALL = 100;
/** Of a log's data, as many characters count as another log: one log may have megabytes. */
const CHARACTERS_AN_ENTRY = 600;

/** Told what a piece of work costs at the chains' sources, in calls, as they are made. */
export type CallMeter = (calls: number) => void;

const meters = new AsyncLocalStorage<CallMeter>();

/** Runs `work` and reports every call it makes to `meter`, even those made after this has returned. */
export function metering<Result>(meter: CallMeter, work: () => Promise<Result>): Promise<Result> {
  return meters.run(meter, async () => work());
}

/** A source whose calls are charged to whoever caused them; a large answer counts as several. */
export function metered(source: RpcReader): RpcReader {
  return {
    request: async (call) => {
      const meter = meters.getStore();
      if (meter === undefined) return source.request(call);
      meter(1);
      const answer = await source.request(call);
      meter(Math.floor(entriesIn(answer) / ENTRIES_A_CALL));
      return answer;
    },
  };
}

/** The logs of a receipt or of a list of them, a list of logs, or the transactions of a block. */
function entriesIn(answer: unknown): number {
  const entries = [answer].flat().flatMap((one) => {
    const { logs, transactions } = (one ?? {}) as Partial<Record<'logs' | 'transactions', unknown>>;
    return [one, ...[logs, transactions].filter(Array.isArray).flat()];
  });
  return entries.reduce((sum: number, entry) => {
    const { data } = (entry ?? {}) as { readonly data?: unknown };
    return sum + 1 + (typeof data === 'string' ? Math.floor(data.length / CHARACTERS_AN_ENTRY) : 0);
  }, 0);
}
