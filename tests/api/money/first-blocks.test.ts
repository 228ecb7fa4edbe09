import { parseEther } from 'viem';
import { expect, test } from 'vitest';
import { DEVELOPMENT_PRESALE_ADDRESS as PRESALE } from '#src/config/development-accounts.ts';
import { openNewSale } from '#tests/support/new-sale.ts';
import { anewForEach, onceForAll } from '#tests/support/opened.ts';
import { fundedWallet, send } from '#tests/support/pay.ts';
import { placeContract } from '#tests/support/place-contract.ts';
import { startTestChains } from '#tests/support/test-chains.ts';

const CHAIN = 1;

const chains = onceForAll(startTestChains);
const stack = anewForEach(async () => {
  await chains.mine(CHAIN, 100);
  return openNewSale(chains);
});

test.each([
  ['in two steps', [1, 30, 66, 1, 66, 1]],
  ['in three steps', [1, 30, 40, 1, 1]],
] as const)(
  'coins that a contract passes on in the first block of the sale are told, if blocks become final %s (S24)',
  async (_, steps) => {
    const client = chains.client(CHAIN);
    const wallet = await fundedWallet(client);
    const forwarder = await placeContract(client, 'Forwarder');
    const data = forwarder.data('forward', PRESALE);
    const hash = await send(client, { from: wallet, to: forwarder.address, value: parseEther('1.5'), data });
    const { blockNumber } = await client.getTransactionReceipt({ hash });
    expect(blockNumber - stack.startBlocks[CHAIN]).toBeLessThan(10n);
    for (const blocks of steps) {
      await chains.mine(CHAIN, blocks);
      stack.tick(30_000);
      await stack.pass([CHAIN]);
    }
    const alarms = await stack.context.db
      .selectFrom('alarms')
      .select('subject')
      .where('kind', '=', 'unexplained-balance')
      .execute();
    expect(alarms).toEqual([{ subject: `${CHAIN}/${blockNumber}` }]);
  },
);
