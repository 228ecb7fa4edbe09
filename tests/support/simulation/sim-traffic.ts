import { paymentOptions, TOKENS } from '#src/config/tokens.ts';
import type { Random } from '#tests/support/random.ts';
import { current, nonceIn, type Outcome, type SimChain, type SimLog, type SimTransaction, word } from './sim-chain.ts';

const HEX = (fill: string, id: number) => `0x${fill.repeat(34)}${id.toString(16).padStart(6, '0')}`;
export const WALLETS = [1, 2, 3, 4, 5, 6].map((id) => HEX('a', id));
/** A contract through which several wallets pay at once, one that passes coins on, and a wallet with code. */
export const DISPERSER = HEX('d', 1);
const FORWARDER = HEX('d', 2);
export const CODED_WALLET = HEX('d', 3);
export const CONTRACTS = [DISPERSER, FORWARDER, CODED_WALLET];
const ELSEWHERE = HEX('9', 9);
const UNLISTED = [HEX('f', 1), HEX('f', 2)];
const NOBODY = `0x${'0'.repeat(40)}`;

/** The kinds of transactions that wallets send. */
export type Sort =
  | 'coins'
  | 'token'
  | 'several'
  | 'dust'
  | 'unlisted'
  | 'withdrawn'
  | 'failed'
  | 'elsewhere'
  | 'nothing'
  | 'minted'
  | 'fee'
  | 'passed on'
  | 'treasury'
  | 'changing';

export interface Traffic {
  /** Sends a transaction of a sort; it waits in the pool until a block takes it. */
  send(chain: SimChain, sort: Sort): SimTransaction;
  /** Sends another transaction with the number of one that waits or was forgotten. */
  replace(chain: SimChain, old: SimTransaction): SimTransaction;
}

/**
 * Invents transactions. `priceE8` gives the price of a chain's coin now; `richOneIn` makes one of that number of
 * payments large enough to sell a good part of a phase.
 */
export function createTraffic(chance: Random, priceE8: (chain: SimChain) => bigint, richOneIn: number): Traffic {
  const microDollars = (): bigint => {
    if (richOneIn > 0 && chance.once(richOneIn)) return BigInt(100_000 + chance.below(900_000)) * 1_000_000n;
    const kind = chance.below(10);
    if (kind === 0) return BigInt(1 + chance.below(12_999));
    // Around the price of whole tokens, in each phase.
    if (kind === 1)
      return BigInt(chance.pick([13_000, 22_000, 33_000]) * (1 + chance.below(4)) + chance.pick([-1, 0, 1]));
    return BigInt(1 + chance.below(2_000_000_000));
  };
  const wei = (chain: SimChain, micro: bigint) => (micro * 10n ** 20n) / priceE8(chain) + BigInt(chance.below(1_000));
  const tokenLog = (chain: SimChain, micro: bigint, from = chance.pick([...WALLETS, CODED_WALLET])): SimLog => {
    const options = paymentOptions(chain.chainId).filter(({ address }) => address !== null);
    const { address, decimals } = chance.pick(options);
    const amount = decimals === 6 ? micro : micro * 10n ** 12n + BigInt(chance.below(1_000));
    return { token: String(address).toLowerCase(), from, to: chain.presale, amount, moved: amount };
  };
  const noise = (token: string): SimLog => ({ token, from: chance.pick(WALLETS), to: '', amount: 5n, moved: 0n });

  const add = (chain: SimChain, given: Given): SimTransaction => {
    const made = chain.transactions.size + 1;
    const from = given.from ?? chance.pick(WALLETS);
    const transaction: SimTransaction = {
      hash: `0x7a${word(BigInt(chain.chainId) * 1_000_000n + BigInt(made)).slice(2)}`,
      chainId: chain.chainId,
      from,
      nonce: given.nonce ?? nextNonce(chain, from),
      to: given.to,
      value: given.value ?? 0n,
      input: given.input ?? '0x',
      outcomes: given.outcomes ?? [{ succeeds: true, logs: given.logs ?? [], internal: 0n }],
      placements: [],
      pooled: true,
    };
    chain.transactions.set(transaction.hash, transaction);
    return transaction;
  };
  const invent = (chain: SimChain, sort: Sort, by: Pick<Given, 'from' | 'nonce'>) =>
    add(chain, { ...given(chain, sort), ...by });
  const call = (logs: readonly SimLog[], to = DISPERSER): Given => ({ to, input: '0x12345678', logs });

  const given = (chain: SimChain, sort: Sort): Given => {
    const micro = microDollars();
    const coins = { to: chain.presale, value: wei(chain, micro) };
    switch (sort) {
      case 'coins':
        return coins;
      case 'token': {
        const from = chance.pick(WALLETS);
        const log = tokenLog(chain, micro, from);
        return { ...call([log], log.token), from, input: transferInput(log) };
      }
      case 'several': {
        const logs = Array.from({ length: 2 + chance.below(4) }, () => tokenLog(chain, microDollars()));
        return call(chance.once(2) ? logs : [noise(UNLISTED[0]!), ...logs]);
      }
      case 'dust': {
        const first = tokenLog(chain, 1_000n);
        const all = Array.from({ length: 52 + chance.below(60) }, (_, position) => {
          const amount = position % 9 === 4 ? first.amount * 40n : first.amount;
          return { ...first, from: chance.pick(WALLETS), amount, moved: amount };
        });
        return call(all);
      }
      case 'unlisted': {
        const log = { ...tokenLog(chain, micro), token: chance.pick(UNLISTED) };
        return call([log, log, tokenLog(chain, micro)]);
      }
      case 'withdrawn': {
        const own = TOKENS.find(({ chainId, accepted }) => chainId === chain.chainId && !accepted);
        const log = tokenLog(chain, micro);
        return call([own?.address == null ? log : { ...log, token: own.address.toLowerCase() }]);
      }
      case 'failed':
        return { ...coins, outcomes: [{ succeeds: false, logs: [], internal: 0n }] };
      case 'elsewhere':
        return chance.once(2)
          ? { to: ELSEWHERE, value: wei(chain, micro) }
          : call([{ ...tokenLog(chain, micro), to: ELSEWHERE, moved: 0n }]);
      case 'nothing':
        return chance.once(2) ? { to: chain.presale } : call([{ ...tokenLog(chain, micro), amount: 0n, moved: 0n }]);
      case 'minted':
        return call([tokenLog(chain, micro, NOBODY)]);
      case 'fee': {
        const log = tokenLog(chain, micro + 100n);
        return call([{ ...log, moved: log.amount - log.amount / 50n - 1n }]);
      }
      case 'passed on':
        return { ...call([], FORWARDER), outcomes: [{ succeeds: true, logs: [], internal: wei(chain, micro) }] };
      case 'treasury': {
        const log = tokenLog(chain, 1_000_000n, chain.presale);
        const held = current(chain).blocks.at(-1)?.tokens.get(log.token) ?? 0n;
        const amount = held > log.amount ? log.amount : 0n;
        return call([{ ...log, to: ELSEWHERE, amount, moved: amount }]);
      }
      case 'changing':
        return { ...call([]), outcomes: changing(chain, micro) };
    }
  };
  /** Another block executes it with other results. */
  const changing = (chain: SimChain, micro: bigint): readonly Outcome[] => {
    const log = tokenLog(chain, micro + 20_000n);
    const other = { ...log, amount: log.amount * 2n, moved: log.amount * 2n };
    const works = (logs: readonly SimLog[]): Outcome => ({ succeeds: true, logs, internal: 0n });
    return chance.pick([
      [works([log]), works([other])],
      [works([log, other]), works([other])],
      [works([log]), { succeeds: false, logs: [], internal: 0n }, works([log])],
      [works([log]), works([{ ...log, to: ELSEWHERE, moved: 0n }]), works([other])],
    ]);
  };
  return {
    send: (chain, sort) => invent(chain, sort, {}),
    replace: (chain, old) => {
      old.pooled = false;
      const by = { from: old.from, nonce: old.nonce };
      if (chance.once(3)) return add(chain, { ...by, to: old.from });
      return invent(chain, chance.pick(['coins', 'several', 'elsewhere']), by);
    },
  };
}

interface Given {
  readonly from?: string;
  readonly nonce?: number;
  readonly to: string;
  readonly value?: bigint;
  readonly input?: string;
  readonly logs?: readonly SimLog[];
  readonly outcomes?: readonly Outcome[];
}

/** The first number of a sender that no block has and no waiting transaction. */
function nextNonce(chain: SimChain, from: string): number {
  let nonce = nonceIn(current(chain).blocks, from);
  const waiting = new Set(
    [...chain.transactions.values()].filter((one) => one.pooled && one.from === from).map((one) => one.nonce),
  );
  while (waiting.has(nonce)) nonce += 1;
  return nonce;
}

function transferInput({ to, amount }: SimLog): string {
  return `0xa9059cbb${word(BigInt(to))}${word(amount)}`;
}
