import { beforeEach, expect, test } from 'vitest';
import type { RpcReader } from '#src/chain/rpc-reader.ts';
import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { TOKENS } from '#src/config/tokens.ts';
import { classOf } from '#src/lib/allocation/wallet-class.ts';
import { CODE_PASS_MS, createCodeReader } from '#src/server/money/handover/read-codes.ts';
import { readingsOf, recheck } from '#src/server/money/handover/wallet-codes.ts';
import { ChainSources } from '#src/server/platform/chains/chain-sources.ts';
import { createLookBudget, type LookBudget } from '#src/server/platform/chains/look-budget.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { downChain, emptyChain } from '#tests/support/http-app.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { giveDistributor, storeFinalList } from '#tests/support/store-final-list.ts';
import { newVisitor } from '#tests/support/wallet-session.ts';

const SAFE = '0x6080604052';
const OTHER = '0x6080604053';
const DELEGATED = `0xef0100${'ab'.repeat(20)}`;
const CALLS_AN_HOUR = 1_800;
const HOUR_MS = 3_600_000;
const wallet = (number: number) => `0x${number.toString(16).padStart(40, '0')}`;

/** A chain's answers: the code at each address, its final block, and what was asked. */
interface SimulatedChain {
  readonly code: Map<string, string>;
  final: bigint;
  readonly asked: { readonly method: string; readonly block: unknown }[];
}

function sourceOf(
  chain: SimulatedChain,
  chainId: ChainId,
  codeAt = (address: string) => chain.code.get(address),
): RpcReader {
  const empty = emptyChain(chainId);
  return {
    request: async (call) => {
      const { method, params } = call;
      chain.asked.push({ method, block: params.at(-1) });
      if (method === 'eth_getCode') return codeAt(String(params[0])) ?? '0x';
      if (method === 'eth_getBlockByNumber') return { number: `0x${chain.final.toString(16)}` };
      return empty.request(call);
    },
  };
}

onSizedEngines('the code of wallets', (open) => {
  const http = onceForAll(open);
  let chains: Record<ChainId, SimulatedChain>;
  beforeEach(async () => {
    for (const table of ['wallet_codes', 'wallet_destinations', 'wallet_holdings'] as const)
      await db().deleteFrom(table).execute();
    const chain = (): SimulatedChain => ({ code: new Map(), final: 36n, asked: [] });
    chains = { 1: chain(), 56: chain(), 137: chain() };
  });
  const db = () => http.context.db;
  const hold = (wallets: readonly string[]) =>
    db()
      .insertInto('wallet_holdings')
      .values(wallets.map((one) => ({ wallet: one, held: 1n })))
      .execute();
  const classes = async (wallets: readonly string[]) =>
    [...(await readingsOf(db(), wallets)).values()].map((reading) => classOf({ ...reading, claimChain: 56 }));
  /** A reader whose chains have three sources each, of which two must agree. */
  const reader = (more: Partial<AppContext> = {}, sources?: (chainId: ChainId) => readonly RpcReader[]) => {
    const three = (chainId: ChainId) => Array.from({ length: 3 }, () => sourceOf(chains[chainId], chainId));
    const opened = http.context.env.chains.map((env): [ChainId, ChainSources] => [
      env.chainId,
      new ChainSources({ ...env, quorum: 2 }, (sources ?? three)(env.chainId)),
    ]);
    return createCodeReader({ ...http.context, chains: new Map(opened), ...more }, 'reader').pass;
  };

  test('is read by quorum on every chain at that chain’s final block: one source that lies changes nothing', async () => {
    const [key, safe, delegated] = [wallet(1), wallet(2), wallet(3)];
    await hold([key, safe, delegated]);
    chains[56].code.set(safe, SAFE).set(delegated, DELEGATED);
    chains[1].final = 70n;
    const lying = (chainId: ChainId) => [
      sourceOf(chains[chainId], chainId),
      sourceOf(chains[chainId], chainId, () => OTHER),
      sourceOf(chains[chainId], chainId),
    ];
    await reader({}, lying)();
    expect(await classes([key, safe, delegated])).toEqual(['key', 'waiting', 'key']);
    for (const [chainId, block] of [
      [1, '0x46'],
      [56, '0x24'],
    ] as const) {
      const blocks = chains[chainId].asked.filter(({ method }) => method === 'eth_getCode').map((call) => call.block);
      expect(new Set(blocks)).toEqual(new Set([block]));
    }
  });

  test('stays unknown where too few sources answer or agree, and is read later', async () => {
    await hold([wallet(1)]);
    const one = (chainId: ChainId) => [
      ...(chainId === 137 ? [downChain(), downChain()] : [downChain(), sourceOf(chains[chainId], chainId)]),
      sourceOf(chains[chainId], chainId),
    ];
    await expect(reader({}, one)()).rejects.toThrow();
    expect(await classes([wallet(1)])).toEqual(['unknown']);
    const stored = await db().selectFrom('wallet_codes').select('chain_id').orderBy('chain_id').execute();
    expect(stored.map((row) => Number(row.chain_id))).toEqual([1, 56]);
    await reader()();
    expect(await classes([wallet(1)])).toEqual(['key']);
  });

  test('is read once the wallet’s payment is final, since the contract may not exist before', async () => {
    const buyer = wallet(0xb0);
    await http.credit(buyer, 13n);
    chains[1].final = 0n;
    const pass = reader();
    await pass();
    expect(await classes([buyer])).toEqual(['unknown']);
    chains[1].final = 1n;
    chains[1].code.set(buyer, SAFE);
    await pass();
    expect(await classes([buyer])).toEqual(['waiting']);
    // A payment on another chain makes a reading from before it worthless.
    await db().updateTable('payments').set({ chain_id: 56n, block_number: 40n }).where('payer', '=', buyer).execute();
    expect(await classes([buyer])).toEqual(['unknown']);
    chains[56].code.set(buyer, SAFE);
    chains[56].final = 41n;
    await pass();
    expect(await classes([buyer])).toEqual(['contract']);
  });

  test('of a contract is read again when asked to; one that is gone or changed waits, and no key is read twice', async () => {
    const [gone, changed, same, key] = [wallet(0xc1), wallet(0xc2), wallet(0xc3), wallet(0xc4)];
    for (const buyer of [gone, changed, same, key]) await http.credit(buyer, 13n);
    await db().updateTable('payments').set({ chain_id: 56n }).where('payer', 'in', [gone, changed, same]).execute();
    for (const buyer of [gone, changed, same]) chains[56].code.set(buyer, SAFE);
    const pass = reader();
    await pass();
    expect(await classes([gone, changed, same, key])).toEqual(['contract', 'contract', 'contract', 'key']);
    http.clock.now += 1_000;
    expect(await recheck(db(), http.clock.now)).toBe(9);
    chains[56].code.delete(gone);
    chains[56].code.set(changed, OTHER);
    chains[56].asked.length = 0;
    await pass();
    expect(await recheck(db(), http.clock.now)).toBe(0);
    expect(await classes([gone, changed, same, key])).toEqual(['waiting', 'waiting', 'contract', 'key']);
    expect(chains[56].asked.filter(({ method }) => method === 'eth_getCode')).toHaveLength(9);
  });

  test('of a thousand wallets costs at most 1,800 calls a chain and hour, and none while visitors have spent the budget', {
    tags: 'long',
  }, async () => {
    const wallets = Array.from({ length: 1_000 }, (_, index) => wallet(0x1000 + index));
    await hold(wallets);
    let clock = 0;
    const pass = reader({ lookBudget: createLookBudget(300, () => clock) });
    for (; clock < HOUR_MS; clock += CODE_PASS_MS) {
      http.clock.now += CODE_PASS_MS;
      await pass();
    }
    for (const chainId of CHAIN_IDS) expect(chains[chainId].asked.length).toBeLessThanOrEqual(CALLS_AN_HOUR);
    const read = await db().selectFrom('wallet_codes').select('wallet').distinct().execute();
    expect(read.length).toBeGreaterThan(400);
    // Eight a minute, as docs/handover.md says.
    const everywhere = await db()
      .selectFrom('wallet_codes')
      .select(({ fn }) => ['chain_id', fn.countAll<bigint>().as('wallets')])
      .groupBy('chain_id')
      .execute();
    expect(everywhere.map(({ wallets }) => Number(wallets))).toEqual(CHAIN_IDS.map(() => 8 * 60));
    const calls = chains[1].asked.length;
    const run: LookBudget['run'] = () => Promise.reject(new ApiFailure('rate_limited'));
    await reader({ lookBudget: { run } })();
    expect(chains[1].asked).toHaveLength(calls);
  });

  test('that waits lets its owner name another address, which nobody else sees', async () => {
    const owner = newVisitor(http.app, () => http.clock.now);
    const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
    await http.credit(owner.wallet, 13n);
    await owner.connect();
    await owner.prove();
    const vouchOn = (chains: string) =>
      db().updateTable('session_proofs').set({ contract_chains: chains }).where('wallet', '=', owner.wallet).execute();
    const name = async (destination: string, as = owner) => {
      const answer = await as.post('/api/wallet/destination', { walletAddress: owner.wallet, destination });
      return answer.json().code ?? answer.json().destination;
    };
    const claim = async (as = owner) => (await as.get(`/api/dashboard/holdings/${owner.wallet}`)).json().claim;
    await vouchOn('1');
    expect(await name(TO), 'before it has been read').toBe('not_waiting');
    chains[1].code.set(owner.wallet, SAFE);
    await reader()();
    expect(await claim()).toEqual({ chainId: 56, class: 'waiting', contractOn: [1], named: false, destination: null });
    for (const [destination, refusal] of [
      [`0x${'0'.repeat(40)}`, 'destination_unusable'],
      [DEVELOPMENT_PRESALE_ADDRESS, 'destination_unusable'],
      [
        TOKENS.find(({ chainId, address }) => chainId === 56 && address !== null)?.address ?? '',
        'destination_unusable',
      ],
      [owner.wallet, 'destination_unusable'],
      [TO.replace('C51812dc', 'c51812dc'), 'wallet_checksum_mismatch'],
      ['0x1234', 'invalid_request'],
    ] as const)
      expect(await name(destination), destination).toBe(refusal);
    await vouchOn('1,137');
    expect(await name(wallet(7))).toBe(wallet(7));
    await vouchOn('1');
    expect(await name(TO)).toBe(TO.toLowerCase());
    expect(await claim()).toMatchObject({ named: true, destination: TO.toLowerCase() });
    const stranger = newVisitor(http.app, () => http.clock.now);
    await stranger.connect(owner.wallet);
    expect(await claim(stranger)).toMatchObject({ named: true, destination: null });
    expect(await name(wallet(8), stranger)).toBe('proof_required');
    const kept = (await owner.post('/api/privacy/export', { walletAddress: owner.wallet })).json().destinations;
    expect(kept.map(({ address }: { address: string }) => address)).toEqual([TO.toLowerCase()]);
    await storeFinalList(db(), 0n);
    await giveDistributor(db(), wallet(20));
    await db()
      .updateTable('distributors')
      .set({ token: wallet(21) })
      .execute();
    for (const contract of [wallet(20), wallet(21)]) expect(await name(contract)).toBe('destination_unusable');
    // Whoever has the address on the chain of a later payment has not vouched for it, nor for what it replaced.
    await http.credit(owner.wallet, 13n);
    await db().updateTable('payments').set({ chain_id: 137n }).where('payer', '=', owner.wallet).execute();
    expect(await claim()).toMatchObject({ named: false, destination: null });
  });

  test('that has the same owner on the claim chain may keep its own address', async () => {
    const owner = newVisitor(http.app, () => http.clock.now);
    await http.credit(owner.wallet, 13n);
    await owner.connect();
    await owner.prove();
    const vouched = { contract_chains: '1,56' };
    await db().updateTable('session_proofs').set(vouched).where('wallet', '=', owner.wallet).execute();
    chains[1].code.set(owner.wallet, SAFE);
    await reader()();
    const body = { walletAddress: owner.wallet, destination: owner.wallet };
    expect((await owner.post('/api/wallet/destination', body)).statusCode).toBe(200);
  });
});
