import { startChaosProxy } from '#tests/support/rpc-chaos.ts';
import type { Watch } from './drill.ts';
import { onMachine } from './on-machine.ts';

/** One of two sources states another amount for a payment, until it is replaced. */
export async function replaceLyingSource(watch: Watch): Promise<string> {
  const opened: Awaited<ReturnType<typeof startChaosProxy>>[] = [];
  try {
    return await onMachine(
      async (machine) => {
        const [liar] = opened;
        const honest = machine.chains[0]?.rpcUrl ?? '';
        const another = honest.replace('127.0.0.1', 'localhost');
        if (liar === undefined) throw new Error('there is no second source');
        const payment = await machine.pay();
        await machine.becomes(payment, 'confirming');
        liar.fault = 'forged-value';
        watch.begin();
        const task = machine.task('An RPC provider lies');
        await machine.isAlarmed('quorum-dispute');
        await task.step();
        const values = await task.step({ '<the transaction>': payment.hash, '<an independent node>': another });
        const [first = '', second = '', third = ''] = values
          .trim()
          .split('\n')
          .map((line) => line.split(' ')[1]);
        if (first !== third || second === third) throw new Error(`the sources answer\n${values}`);
        await task.step({ '<the wrong source>': liar.url, '<another node>': another });
        await machine.becomes(payment, 'credited');
        watch.end();
        await machine.isAlarmed('quorum-dispute', false);
        await task.step();
        task.end();
        return 'nothing credited while the sources disagree; credited after the replacement, and the alarm closed';
      },
      {
        more: async ([ethereum, other]) => {
          const liar = await startChaosProxy(ethereum?.rpcUrl ?? '', other?.rpcUrl ?? '');
          opened.push(liar);
          return { RPC_URL_1: `${ethereum?.rpcUrl},${liar.url}` };
        },
      },
    );
  } finally {
    await Promise.all(opened.map((source) => source.stop()));
  }
}
