import { encodeFunctionData, parseAbi, parseEther, zeroAddress } from 'viem';
import { beforeAll, expect, test } from 'vitest';
import { DEVELOPMENT_PRESALE_ADDRESS as PRESALE } from '#src/config/development-accounts.ts';
import { receiptResponseSchema } from '#src/contract/receipts.ts';
import { trackResponseSchema } from '#src/contract/track.ts';
import { sizedMoneySuite } from '#tests/support/money-suite.ts';
import { fund, fundedWallet, newWallet, send, submit, tokenAddress, transferData } from '#tests/support/pay.ts';
import { placeContract } from '#tests/support/place-contract.ts';
import { createSafe, type TestSafe } from '#tests/support/safe.ts';

const EXEC_ABI = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
]);

const APPROVE_ABI = parseAbi(['function approveHash(bytes32 hashToApprove)']);

sizedMoneySuite('a payment by a Safe', ({ stack, chains, confirm }) => {
  const client = () => chains.client(1);
  let safe: TestSafe;
  beforeAll(async () => {
    safe = await createSafe(client());
    await fund(client(), safe.address);
    await client().setBalance({ address: safe.address as `0x${string}`, value: parseEther('100') });
  });
  const track = async (hash: string) => {
    stack.tick(5_001);
    return trackResponseSchema.strict().parse((await stack.app.inject(`/api/track/${hash}`)).json());
  };
  const available = async (wallet: string) => (await stack.balance(wallet)).availableToStake;

  test('posted by the hash of its signers waits for them, and is credited to the Safe when they execute it', {
    tags: 'long',
  }, async () => {
    const payment = { to: PRESALE, value: parseEther('1') };
    const safeTxHash = await safe.hashOf(payment);
    await stack.post(safe.address, safeTxHash, { chainId: 1 });
    expect(await stack.post(safe.address, safeTxHash)).toMatchObject({ status: 'waiting-signers', chainId: null });
    expect(await track(safeTxHash)).toMatchObject({ status: 'waiting-signers', executedBy: null });
    const hash = await safe.execute(payment);
    await stack.pass([1]);
    expect(await stack.post(safe.address, safeTxHash)).toMatchObject({
      status: 'confirming',
      confirmations: 1,
      tokensAllocated: '347190',
    });
    await confirm(1, hash);
    expect(await stack.post(safe.address, safeTxHash)).toMatchObject({
      status: 'credited',
      transactionHash: safeTxHash,
      chainId: 1,
      tokensAllocated: '347190',
      usdAmount: '4513.48',
    });
    expect(await available(safe.address)).toBe('347190');
    // Other wallets are told only that it is not theirs.
    expect(await stack.post(newWallet(), hash)).toMatchObject({ status: 'rejected', reason: 'foreign-sender' });
    const told = await track(safeTxHash);
    expect(told).toMatchObject({ status: 'credited', executedBy: hash, payments: [{ transactionHash: hash }] });
    expect(await track(hash)).toMatchObject({ status: 'credited', executedBy: null });
    const receipt = await stack.app.inject(told.payments[0]?.receipt ?? '');
    expect(receiptResponseSchema.parse(receipt.json()).receipt.payload).toMatchObject({
      token: 'ETH',
      amount: parseEther('1').toString(),
      tokens: '347190',
    });
    const list = (await stack.app.inject(`/api/track/wallet/${safe.address}`)).json();
    expect(list.payments).toMatchObject([{ status: 'credited', transactionHash: hash, safeTxHash }]);
  });

  test.each([1, 100])(
    'is shown by its own hash, which strangers have posted %d times for other wallets',
    async (times) => {
      const payment = { to: PRESALE, value: parseEther('1') };
      const safeTxHash = await safe.hashOf(payment);
      for (let posts = 0; posts < times; posts += 1) await stack.post(newWallet(), safeTxHash, { chainId: 1 });
      // The first one's owners have paid without our page.
      if (times > 1) await stack.post(safe.address, safeTxHash, { chainId: 1 });
      const hash = await safe.execute(payment);
      await confirm(1, hash);
      expect(await track(hash)).toMatchObject({ status: 'credited' });
      expect(await track(safeTxHash)).toMatchObject({ status: 'credited', executedBy: hash });
    },
  );

  test.each(['ETH', 'USDC'])(
    'in %s is shown by its own hash, however much strangers pay under it, and however often (S25)',
    async (symbol) => {
      const usdc = tokenAddress(1, 'USDC');
      await fund(client(), safe.address, [[usdc, 130_000_000n]]);
      const payment =
        symbol === 'ETH' ? { to: PRESALE, value: parseEther('1') } : { to: usdc, data: transferData(130_000_000n) };
      const safeTxHash = await safe.hashOf(payment);
      const names = await placeContract(client(), 'NamesHash');
      const caller = await fundedWallet(client());
      await fund(client(), names.address, [[usdc, 9_000_000_000n]]);
      const name = async (times: bigint, amount: bigint) => {
        const data = names.data('pay', usdc, PRESALE, times, amount, safeTxHash);
        return send(client(), { from: caller, to: names.address, data, gas: 12_000_000n });
      };
      await stack.post(names.address, safeTxHash, { chainId: 1 });
      for (let transactions = 0; transactions < 2; transactions += 1) await name(200n, 1n);
      // A Safe says what the code says to which it delegates.
      const other = await createSafe(client());
      await fund(client(), other.address, [[usdc, 1n]]);
      const data = names.data('pay', usdc, PRESALE, 1n, 1n, safeTxHash);
      await other.execute({ to: names.address, data, operation: 1 });
      const hash = await safe.execute(payment);
      await stack.pass([1]);
      const own = { executedBy: hash, unlisted: 0, payments: [{ payer: safe.address }] };
      expect(await track(safeTxHash)).toMatchObject({ status: 'confirming', ...own });
      // More than the Safe has paid, and credited.
      const dearer = await name(1n, 8_000_000_000n);
      await chains.confirm(1, dearer, 6);
      await confirm(1, hash);
      expect(await track(dearer)).toMatchObject({ status: 'credited' });
      expect(await track(safeTxHash)).toMatchObject({ status: 'credited', ...own });
    },
  );

  test('that nobody posted is found by the watcher, also in a token; posted late, it is known by both hashes', async () => {
    const before = BigInt(await available(safe.address));
    const usdc = tokenAddress(1, 'USDC');
    await fund(client(), safe.address, [[usdc, 130_000_000n]]);
    const coins = { to: PRESALE, value: parseEther('2') };
    const tokens = { to: usdc, data: transferData(130_000_000n) };
    const names: string[] = [];
    for (const payment of [coins, tokens]) {
      names.push(await safe.hashOf(payment));
      await confirm(1, await safe.execute(payment));
    }
    expect(BigInt(await available(safe.address)) - before).toBe(694_381n + 10_000n);
    for (const [position, synx] of ['694381', '10000'].entries()) {
      expect(await stack.post(safe.address, names[position] ?? '')).toMatchObject({
        status: 'credited',
        tokensAllocated: synx,
      });
    }
    expect(BigInt(await available(safe.address)) - before).toBe(704_381n);
  });

  test('leaves the chain and comes back like any other', async () => {
    const before = await available(safe.address);
    const payment = { to: PRESALE, value: parseEther('1') };
    const safeTxHash = await safe.hashOf(payment);
    const hash = await safe.execute(payment);
    await confirm(1, hash);
    expect(BigInt(await available(safe.address)) - BigInt(before)).toBe(347_190n);
    await chains.reorg(1, 6);
    await stack.pass([1]);
    expect(await available(safe.address)).toBe(before);
    expect(await stack.post(safe.address, safeTxHash)).toMatchObject({
      status: 'processing',
      tokensAllocated: expect.anything(),
    });
    expect(await safe.hashOf(payment)).toBe(safeTxHash);
    await confirm(1, await safe.execute(payment));
    expect(await stack.post(safe.address, safeTxHash)).toMatchObject({ status: 'credited' });
    expect(BigInt(await available(safe.address)) - BigInt(before)).toBe(347_190n);
  });

  test('in a token whose block leaves the chain is shown where another contract executes it instead (S23)', async () => {
    const usdc = tokenAddress(1, 'USDC');
    await fund(client(), safe.address, [[usdc, 130_000_000n]]);
    const payment = { to: usdc, data: transferData(130_000_000n) };
    const safeTxHash = await safe.hashOf(payment);
    const first = await safe.execute(payment);
    const { input } = await client().getTransaction({ hash: first });
    await stack.pass([1]);
    expect(await track(safeTxHash)).toMatchObject({ status: 'confirming', executedBy: first });
    await chains.reorg(1, 1);
    await stack.pass([1]);
    expect(await track(safeTxHash)).toMatchObject({ status: 'processing', reason: 'left-chain' });
    const other = await createSafe(client());
    const hash = await other.execute({ to: safe.address, data: input });
    await confirm(1, hash);
    expect(await track(hash)).toMatchObject({ status: 'credited', payments: [{ payer: safe.address }] });
    expect(await track(safeTxHash)).toMatchObject({ status: 'credited', executedBy: hash });
  });

  test('in a token that nobody lists waits for a person by its own hash too', async () => {
    const fake = await placeContract(client(), 'FakeToken');
    const payment = { to: fake.address, data: transferData(130_000_000n) };
    const safeTxHash = await safe.hashOf(payment);
    await stack.post(safe.address, safeTxHash, { chainId: 1 });
    const hash = await safe.execute(payment);
    await stack.post(safe.address, hash, { chainId: 1 });
    await stack.pass([1]);
    expect(await track(safeTxHash)).toMatchObject({ status: 'needs-review', reason: 'wrong-token', executedBy: hash });
  });

  test('executed without success paid nothing, and says so', async () => {
    const before = await available(safe.address);
    // More than its balance; with its own gas the Safe logs the failure instead of reverting.
    const payment = { to: PRESALE, value: parseEther('10000000'), safeTxGas: 50_000n };
    const safeTxHash = await safe.hashOf(payment);
    await stack.post(safe.address, safeTxHash, { chainId: 1 });
    await stack.post(safe.address, safeTxHash, { chainId: 1 });
    await confirm(1, await safe.execute(payment));
    expect(await stack.post(safe.address, safeTxHash)).toMatchObject({ status: 'failed', tokensAllocated: null });
    expect(await available(safe.address)).toBe(before);
  });

  test('of coins that it passes on by a delegate call waits for a person', async () => {
    const before = await available(safe.address);
    const forwarder = await placeContract(client(), 'Forwarder');
    const data = forwarder.data('forward', PRESALE);
    const hash = await safe.execute({ to: forwarder.address, data, operation: 1 });
    await confirm(1, hash);
    await stack.post(safe.address, hash, { chainId: 1 });
    expect((await track(hash)).status).toMatch(/needs-review|rejected/);
    expect(await available(safe.address)).toBe(before);
  });

  test('is credited only on the word of Safe’s own code: an imitation has paid nothing', async () => {
    const pretended = await placeContract(client(), 'PretendedSafe');
    const caller = await fundedWallet(client());
    const data = encodeFunctionData({
      abi: EXEC_ABI,
      args: [PRESALE, parseEther('50'), '0x', 0, 0n, 0n, 0n, zeroAddress, zeroAddress, '0x'],
    });
    const hash = await send(client(), { from: caller, to: pretended.address, data });
    await confirm(1, hash);
    expect(await track(hash)).toMatchObject({ status: 'rejected', reason: 'wrong-recipient', payments: [] });
    expect(await available(pretended.address)).toBe('0');
    // The same through a Safe's proxy whose singleton is not Safe's.
    const proxy = newWallet() as `0x${string}`;
    await client().setCode({
      address: proxy,
      bytecode: (await client().getCode({ address: safe.address as `0x${string}` })) ?? '0x',
    });
    await client().setStorageAt({
      address: proxy,
      index: 0,
      value: `0x${pretended.address.slice(2).padStart(64, '0')}`,
    });
    const other = await send(client(), { from: caller, to: proxy, data });
    await confirm(1, other);
    expect(await track(other)).toMatchObject({ status: 'rejected', reason: 'wrong-recipient', payments: [] });
    expect(await available(proxy)).toBe('0');
    expect((await stack.app.inject('/api/presale/stats')).statusCode).toBe(200);
  });

  test('is credited although a stranger sends a wei to the Safe in its block, and an owner approves a hash there (S29)', async () => {
    const before = BigInt(await available(safe.address));
    const owner = safe.owners[0] ?? '';
    const others = [newWallet(), owner];
    for (const wallet of others) await fund(client(), wallet);
    const approve = encodeFunctionData({ abi: APPROVE_ABI, args: [`0x${'5'.repeat(64)}`] });
    await client().setAutomine(false);
    const hashes: string[] = [];
    try {
      hashes.push(await submit(client(), { from: others[0] ?? '', to: safe.address, value: 1n }));
      hashes.push(await safe.submit({ to: PRESALE, value: parseEther('1') }));
      hashes.push(await submit(client(), { from: owner, to: safe.address, data: approve }));
    } finally {
      await chains.mine(1, 1);
      await client().setAutomine(true);
    }
    const receipts = await Promise.all(
      hashes.map((hash) => client().getTransactionReceipt({ hash: hash as `0x${string}` })),
    );
    expect(new Set(receipts.map(({ blockNumber }) => blockNumber)).size).toBe(1);
    for (const { logs } of receipts) expect(logs.map(({ address }) => address)).toContain(safe.address);
    await confirm(1, hashes[1] ?? '');
    expect(await track(hashes[1] ?? '')).toMatchObject({ status: 'credited', reason: null });
    expect(BigInt(await available(safe.address)) - before).toBe(347_190n);
  });

  test('of a Safe that spoke twice in one block is not believed without a person', async () => {
    const before = await available(safe.address);
    await client().setAutomine(false);
    const hashes: string[] = [];
    try {
      hashes.push(await safe.submit({ to: newWallet(), value: 1n }));
      hashes.push(await safe.submit({ to: PRESALE, value: parseEther('1') }, 1n));
    } finally {
      await chains.mine(1, 1);
      await client().setAutomine(true);
    }
    await confirm(1, hashes[1] ?? '');
    expect(await track(hashes[1] ?? '')).toMatchObject({ status: 'needs-review', reason: 'internal-transfer' });
    expect(await available(safe.address)).toBe(before);
    expect((await stack.app.inject(`/api/track/${hashes[0]}`)).json()).toMatchObject({ payments: [] });
  });
});
