import { call } from '#src/dev/chains/local-client.ts';
import { stake } from '#src/server/money/staking/stake.ts';
import type { ApiStack } from './api-stack.ts';
import { fund, mined, newSigner, tokenAddress, transferData } from './pay.ts';
import { type Random, random } from './random.ts';
import { type SignedPayment, signPayment } from './sign-payment.ts';
import type { TestChains } from './test-chains.ts';

const USDC = tokenAddress(1, 'USDC');
const STEPS = 14;
/** Less than finality, which is 64 blocks behind the head. */
const DEEPEST = 60;
const CONFIRMATIONS = 6;

interface ModelPayment extends SignedPayment {
  readonly wallet: string;
  readonly nonce: number;
  /** Whole SYNX it is worth, by this file's own arithmetic. */
  readonly synx: bigint;
}

interface Buyer {
  readonly signer: ReturnType<typeof newSigner>;
  readonly wallet: string;
}

/**
 * Plays one repeatable schedule of payments, blocks, stakes and reorgs (dropped, moved, replaced by the same nonce) on
 * chain 1 and compares, after every look of the watcher, the wallets' holdings with a model that only knows which
 * payments are in the chain. Returns every difference in words; empty when ledger and model are equal.
 */
export async function runReorgSchedule(seed: number, chains: TestChains, stack: ApiStack): Promise<readonly string[]> {
  const chance = random(seed);
  const client = chains.client(1);
  const buyers: Buyer[] = Array.from({ length: 4 }, () => {
    const signer = newSigner();
    return { signer, wallet: signer.address.toLowerCase() };
  });
  for (const { wallet } of buyers) await fund(client, wallet, [[USDC, 10n ** 12n]]);
  // The model: the payments of each block after this one.
  let blocks: ModelPayment[][] = [];
  const dropped: ModelPayment[] = [];
  const nonceOf = (wallet: string) =>
    blocks.flat().filter((payment) => payment.wallet === wallet).length + (used.get(wallet) ?? 0);
  const used = new Map(buyers.map(({ wallet }) => [wallet, 1]));
  const differences: string[] = [];

  const include = async (payment: ModelPayment) => {
    await call(client, 'eth_sendRawTransaction', [payment.raw]);
    await mined(client, payment.hash);
    blocks.push([payment]);
  };
  const pay = async () => {
    const { signer, wallet } = chance.pick(buyers);
    const again = dropped.find((payment) => payment.wallet === wallet && payment.nonce === nonceOf(wallet));
    if (again !== undefined && chance.once(2)) return include(again);
    await include(await newPayment(chance, signer, nonceOf(wallet)));
  };
  const reorg = async () => {
    const depth = Math.min(1 + chance.below(chance.once(3) ? DEEPEST : 12), blocks.length);
    if (depth === 0) return;
    const gone = blocks.slice(blocks.length - depth).flat();
    blocks = blocks.slice(0, blocks.length - depth);
    const fresh: ModelPayment[][] = Array.from({ length: depth }, () => []);
    const pairs: [`0x${string}`, number][] = [];
    let at = 0;
    // Order within a wallet is kept; a payment after a dropped nonce cannot be in the chain.
    const broken = new Set<string>();
    for (const payment of shuffleWallets(chance, gone)) {
      if (broken.has(payment.wallet) || chance.once(4)) {
        const buyer = buyers.find(({ wallet }) => wallet === payment.wallet);
        dropped.push(payment);
        if (broken.has(payment.wallet) || buyer === undefined || chance.once(2)) {
          broken.add(payment.wallet);
          continue;
        }
        const other = await newPayment(chance, buyer.signer, payment.nonce);
        pairs.push([other.raw, at]);
        fresh[at]?.push(other);
      } else {
        pairs.push([payment.raw, at]);
        fresh[at]?.push(payment);
      }
      at = Math.min(depth - 1, at + chance.below(3));
    }
    blocks.push(...fresh);
    await chains.reorg(1, depth, pairs);
  };
  const compare = async (step: number) => {
    await stack.pass([1]);
    await stack.pass([1]);
    for (const { wallet } of buyers) {
      const confirmed = blocks.slice(0, Math.max(0, blocks.length - CONFIRMATIONS + 1)).flat();
      const expected = confirmed
        .filter((payment) => payment.wallet === wallet)
        .reduce((sum, { synx }) => sum + synx, 0n);
      const { stakedBalance, availableToStake } = await stack.balance(wallet);
      const held = BigInt(stakedBalance) + BigInt(availableToStake);
      if (held !== expected)
        differences.push(`seed ${seed}, step ${step}, ${wallet}: holds ${held}, model ${expected}`);
    }
  };
  for (let step = 0; step < STEPS; step += 1) {
    const choice = chance.below(10);
    if (choice < 4) await pay();
    else if (choice < 6) {
      const count = 1 + chance.below(9);
      await chains.mine(1, count);
      blocks.push(...Array.from({ length: count }, () => []));
    } else if (choice < 9) await reorg();
    else {
      const { wallet } = chance.pick(buyers);
      const { availableToStake } = await stack.balance(wallet);
      const amount = BigInt(availableToStake) * 1_000_000_000n;
      if (amount > 0n) await stake(stack.context.db, wallet, amount, stack.context.now());
    }
    if (chance.once(3) || step === STEPS - 1) await compare(step);
  }
  return differences;
}

async function newPayment(chance: Random, signer: Buyer['signer'], nonce: number): Promise<ModelPayment> {
  const dollars = BigInt(1 + chance.below(900));
  const wallet = signer.address.toLowerCase();
  // Every hash is new: the same payment again would be the same transaction.
  const gwei = String(10 + chance.below(1_000_000) / 1_000_000);
  if (chance.once(2)) {
    const data = transferData(dollars * 1_000_000n);
    const signed = await signPayment(signer, 1, { to: USDC, data, nonce, gwei });
    return { ...signed, wallet, nonce, synx: (dollars * 1_000n) / 13n };
  }
  const milliEther = dollars;
  const signed = await signPayment(signer, 1, { value: milliEther * 10n ** 15n, nonce, gwei });
  // 4.51348 USD per thousandth of an ether, 0.013 USD per SYNX.
  return { ...signed, wallet, nonce, synx: (milliEther * 451_348n) / 1_300n };
}

/** Mixes payments of different wallets, as another block producer would, keeping the order within each wallet. */
function shuffleWallets(chance: Random, payments: readonly ModelPayment[]): ModelPayment[] {
  const queues = [...new Set(payments.map(({ wallet }) => wallet))].map((wallet) =>
    payments.filter((payment) => payment.wallet === wallet),
  );
  const mixed: ModelPayment[] = [];
  while (queues.some((queue) => queue.length > 0)) {
    const next = chance.pick(queues.filter((queue) => queue.length > 0)).shift();
    if (next !== undefined) mixed.push(next);
  }
  return mixed;
}
