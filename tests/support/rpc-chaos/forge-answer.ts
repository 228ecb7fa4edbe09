import type { RpcFault } from './rpc-faults.ts';

export interface RpcCall {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface RpcAnswer {
  id: number;
  result?: unknown;
}

/** Blocks that a lagging source is behind. */
const LAG = 20n;

type Json = Record<string, unknown>;
type Ask = (calls: unknown) => Promise<unknown>;

/** Turns true answers into those of a faulty or lying source, in place. */
export async function forgeAnswer(fault: RpcFault, calls: RpcCall[], answers: RpcAnswer[], ask: Ask): Promise<void> {
  if (fault === 'wrong-ids') {
    // Each answer under the id of another question.
    const ids = answers.map(({ id }) => id);
    answers.forEach((answer, position) => {
      answer.id = ids[ids.length - 1 - position] ?? answer.id + 1;
    });
    return;
  }
  const head = fault === 'lagging' ? await headOf(ask) : 0n;
  for (const answer of answers) {
    const asked = calls.find(({ id }) => id === answer.id);
    if (asked === undefined || answer.result == null) continue;
    if (fault === 'lagging') answer.result = await fromThePast(asked, answer.result, head, ask);
    if (fault === 'silent-on-payments') answer.result = withoutPayments(asked, answer.result);
    if (fault === 'forged-value') answer.result = withMoreCoins(asked, answer.result);
    if (fault === 'forged-log') answer.result = withMoreTokens(asked, answer.result);
  }
}

async function headOf(ask: Ask): Promise<bigint> {
  const [answer] = (await ask([{ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }])) as [RpcAnswer];
  return BigInt(answer.result as string) - LAG;
}

/** The source's answer LAG blocks ago. */
async function fromThePast({ method, params }: RpcCall, result: unknown, head: bigint, ask: Ask): Promise<unknown> {
  if (method === 'eth_blockNumber') return `0x${head.toString(16)}`;
  const number = (result as Json)['blockNumber'] ?? (result as Json)['number'];
  if (method === 'eth_getBlockByNumber' && params[0] === 'latest') {
    const call = { jsonrpc: '2.0', id: 1, method, params: [`0x${head.toString(16)}`, params[1]] };
    return ((await ask([call])) as RpcAnswer[])[0]?.result;
  }
  if (typeof number === 'string' && BigInt(number) > head) return null;
  if (method === 'eth_getLogs') return (result as Json[]).filter((log) => BigInt(log['blockNumber'] as string) <= head);
  return result;
}

function withoutPayments({ method }: RpcCall, result: unknown): unknown {
  if (method === 'eth_getLogs') return [];
  return method === 'eth_getBlockByNumber' ? { ...(result as Json), transactions: [] } : result;
}

function withMoreCoins({ method }: RpcCall, result: unknown): unknown {
  if (method === 'eth_getTransactionReceipt') return { ...(result as Json), status: '0x1' };
  if (method !== 'eth_getTransactionByHash') return result;
  const { value } = result as { value: string };
  return { ...(result as Json), value: `0x${(BigInt(value) * 1_000n).toString(16)}` };
}

function withMoreTokens({ method }: RpcCall, result: unknown): unknown {
  const forge = (log: Json) => ({ ...log, data: `0x${'0'.repeat(48)}00000fffffffffff` });
  if (method === 'eth_getLogs') return (result as Json[]).map(forge);
  if (method !== 'eth_getTransactionReceipt') return result;
  const receipt = result as { logs: Json[] };
  return { ...receipt, logs: receipt.logs.map(forge) };
}
