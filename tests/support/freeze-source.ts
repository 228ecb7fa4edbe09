import { vi } from 'vitest';
import type { RpcReader } from '#src/chain/rpc-reader.ts';

/** From now on a source shows the chain as it is now, even as it grows: its head, and no block after it. */
export async function freezeSource(source: RpcReader): Promise<{ thaw(): void }> {
  const ask = source.request.bind(source);
  const head = (await ask({ method: 'eth_blockNumber', params: [] })) as string;
  const spy = vi.spyOn(source, 'request').mockImplementation(async (call) => {
    if (call.method === 'eth_blockNumber') return head;
    if (call.method !== 'eth_getBlockByNumber') return ask(call);
    const [number] = call.params;
    if (number === 'latest') return ask({ ...call, params: [head, ...call.params.slice(1)] });
    return typeof number === 'string' && number.startsWith('0x') && BigInt(number) > BigInt(head) ? null : ask(call);
  });
  return { thaw: () => spy.mockRestore() };
}
