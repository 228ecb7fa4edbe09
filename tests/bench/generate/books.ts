import { NANO_PER_SYNX } from '#src/config/sale.ts';
import { type Plan, STAKED_EACH, wordsOf } from './plan.ts';
import type { Sink } from './sink.ts';

/** How long a payment of the generated books waited for its confirmations, in milliseconds. */
export const CREDITED_AFTER_MS = 60_000;

/** Payments, accounts, transfers, entries and stakes, with every total that is stored next to them. */
export async function fillBooks(sink: Sink, plan: Plan): Promise<void> {
  const words = wordsOf(sink.engine, plan);
  await fillPayments(sink, plan);
  const [last] = await sink.rows<{ account: bigint | string; transfer: bigint | string; entry: bigint | string }>(
    `select (select max(id) from accounts) as account, (select max(id) from ledger_transfers) as transfer,
       (select max(id) from ledger_entries) as entry`,
  );
  const [account, transfer, entry] = [last?.account, last?.transfer, last?.entry].map(Number) as [
    number,
    number,
    number,
  ];
  const { wallets, credits, stakes } = plan;
  const sale = (n: string) =>
    `(case ${words.phase(n)} when 1 then (select id from accounts where kind = 'sale' and owner = '1')
       else (select id from accounts where kind = 'sale' and owner = '2') end)`;
  const available = (k: string) => `${account} + ${k}`;
  const staked = (s: string) => `${account + wallets} + ${s}`;
  const stakeTransfer = transfer + credits;
  const stakeEntry = entry + 2 * credits;
  // A stake belongs to every other wallet.
  const staker = '2 * n';
  await sink.run(
    `insert into accounts (id, kind, owner, balance) ${words.numbers(wallets)}
     select ${available('n')}, 'available', ${words.wallet('n')}, 0 from numbers order by n`,
  );
  await sink.run(
    `insert into accounts (id, kind, owner, balance) ${words.numbers(stakes)}
     select ${staked('n')}, 'staked', ${words.wallet(staker)}, 0 from numbers order by n`,
  );
  await sink.withoutIndexes(['ledger_transfers', 'ledger_entries', 'stakes'], async () => {
    await sink.run(
      `insert into ledger_transfers (id, kind, payment_id, sequence, created_at) ${words.numbers(credits)}
       select ${transfer} + n, 'credit', n, 1, ${words.time('n')} + ${CREDITED_AFTER_MS} from numbers order by n`,
    );
    await sink.run(
      `insert into ledger_transfers (id, kind, created_at) ${words.numbers(stakes)}
       select ${stakeTransfer} + n, 'stake', ${plan.now - 3_600_000} from numbers order by n`,
    );
    await sink.run(
      `insert into ledger_entries (id, transfer_id, account_id, amount) ${words.numbers(2 * credits)}
       select ${entry} + n, ${transfer} + (n + 1) / 2,
         case n % 2 when 0 then ${available(words.payer('n / 2'))} else ${sale('(n + 1) / 2')} end,
         (case n % 2 when 0 then 1 else -1 end) * ${words.tokens('(n + 1) / 2')} * ${NANO_PER_SYNX}
       from numbers order by n`,
    );
    await sink.run(
      `insert into ledger_entries (id, transfer_id, account_id, amount) ${words.numbers(2 * stakes)}
       select ${stakeEntry} + n, ${stakeTransfer} + (n + 1) / 2,
         case n % 2 when 0 then ${staked('n / 2')} else ${available('2 * ((n + 1) / 2)')} end,
         (case n % 2 when 0 then 1 else -1 end) * ${STAKED_EACH}
       from numbers order by n`,
    );
    await sink.run(
      `insert into stakes (wallet, amount, reward_index, transfer_id, created_at) ${words.numbers(stakes)}
       select ${words.wallet(staker)}, ${STAKED_EACH}, '0', ${stakeTransfer} + n, ${plan.now - 3_600_000}
       from numbers order by n`,
    );
    if (plan.rolled > 0n) await roll(sink, plan, stakeTransfer + stakes + 1, stakeEntry + 2 * stakes + 1);
  });
  await fillTotals(sink);
}

/** The rest of the first phase goes to the second one, as the sweep of ended phases moves it. */
async function roll(sink: Sink, plan: Plan, transfer: number, entry: number): Promise<void> {
  const amount = plan.rolled * NANO_PER_SYNX;
  await sink.run(
    `insert into ledger_transfers (id, kind, created_at) values (${transfer}, 'phase-roll', ${plan.now - 3_600_000})`,
  );
  await sink.run(
    `insert into ledger_entries (id, transfer_id, account_id, amount)
     select ${entry}, ${transfer}, id, -${amount} from accounts where kind = 'sale' and owner = '1'`,
  );
  await sink.run(
    `insert into ledger_entries (id, transfer_id, account_id, amount)
     select ${entry + 1}, ${transfer}, id, ${amount} from accounts where kind = 'sale' and owner = '2'`,
  );
}

async function fillPayments(sink: Sink, plan: Plan): Promise<void> {
  const words = wordsOf(sink.engine, plan);
  const common = (n: string) => `${words.chain(n)}, ${words.hash(n)}, 7`;
  const owner = (n: string) => `${words.wallet(words.payer(n))}, ${words.wallet(words.payer(n))}, ${n}`;
  const block = (n: string) => `20000000 + (${n}) / 10, ${words.hash(`900000000 + (${n}) / 10`)}`;
  const micro = `${words.tokens('n')} * ${words.price('n')}`;
  const other = `${plan.credits} + n`;
  const otherTime = `${plan.from} + n * ${Math.floor((plan.now - plan.from) / (plan.others + 1))}`;
  await sink.withoutIndexes(['payments', 'refunds', 'submissions'], async () => {
    await sink.run(
      `insert into payments (id, chain_id, transaction_hash, transfer_index, status, payer, sender, nonce,
         token_symbol, token_address, amount, block_number, block_hash, block_time, confirmations, coin_price_e8, phase,
         price_micro_usd, tokens, usd_micro, allotment, final, sequence, first_seen_at, credited_at, updated_at)
       ${words.numbers(plan.credits)}
       select n, ${common('n')}, 'credited', ${owner('n')}, 'USDC', ${words.token('n')}, ${words.amount('n', micro)},
         ${block('n')}, ${words.time('n')} / 1000, 6, 100000000, ${words.phase('n')}, ${words.price('n')},
         ${words.tokens('n')}, ${micro},
         '[[' || ${words.phase('n')} || ',"' || ${words.price('n')} || '","' || ${words.tokens('n')} || '"]]', 1, 1,
         ${words.time('n')}, ${words.time('n')} + ${CREDITED_AFTER_MS}, ${words.time('n')} + ${CREDITED_AFTER_MS}
       from numbers order by n`,
    );
    await sink.run(
      `insert into payments (id, chain_id, transaction_hash, transfer_index, status, reason, payer, sender, nonce,
         token_symbol, token_address, amount, block_number, block_hash, block_time, confirmations, final, first_seen_at,
         updated_at, worth_micro)
       ${words.numbers(plan.others)}
       select ${other}, ${common(other)},
         case n % 100 when 0 then 'refund-due' when 1 then 'expired' else 'needs-review' end,
         case n % 100 when 0 then 'over-sold' when 1 then null else 'below-one-token' end, ${owner(other)}, 'USDC',
         ${words.token(other)}, '1', ${block(other)}, (${otherTime}) / 1000, 6,
         case n % 100 when 1 then 0 else 1 end, ${otherTime}, ${otherTime}, 1
       from numbers order by n`,
    );
    // An expired payment is in no block.
    await sink.run(
      `update payments set block_number = null, block_hash = null, block_time = null, confirmations = 0
       where status = 'expired' and final = 0`,
    );
    await sink.run(
      `insert into refunds (payment_id, sequence, usd_micro, reason, status, created_at)
       select id, 1, '1000000', 'over-sold', 'due', updated_at from payments where status = 'refund-due'`,
    );
    // One in five payments was posted as well; and hashes that paid nothing, of which half are old enough to go.
    await sink.run(
      `insert into submissions (transaction_hash, wallet, chain_id, status, claims, terms_version, created_at,
         updated_at, next_check_at)
       ${words.numbers(plan.wallets)}
       select ${words.hash('5 * n')}, ${words.wallet(words.payer('5 * n'))}, ${words.chain('5 * n')}, 'confirming', '{}',
         '2026-01-01', ${words.time('n')}, ${words.time('n')}, ${words.time('n')}
       from numbers where 5 * n <= ${plan.credits} order by n`,
    );
    await sink.run(
      `insert into submissions (transaction_hash, wallet, chain_id, status, reason, claims, created_at, updated_at,
         next_check_at)
       ${words.numbers(Math.floor(plan.wallets / 10))}
       select ${words.hash('100000000 + n')}, ${words.wallet('n')}, 1, 'rejected', 'wrong-recipient', '{}',
         ${plan.now} - (n % 2) * 8640000000 - 86400000, ${plan.now} - (n % 2) * 8640000000 - 86400000, 0
       from numbers order by n`,
    );
  });
}

/** Balances and totals, counted from the rows. */
async function fillTotals(sink: Sink): Promise<void> {
  const sums = sink.engine === 'sqlite' ? 'temp table' : 'temporary table';
  await sink.run(
    `create ${sums} sums as select account_id, cast(sum(amount) as bigint) as amount from ledger_entries group by account_id`,
  );
  await sink.run(`create index sums_account on sums (account_id)`);
  const sum = sink.engine === 'sqlite' ? '(select amount from sums where account_id = accounts.id)' : 'sums.amount';
  const from = sink.engine === 'sqlite' ? '' : 'from sums';
  const where = sink.engine === 'sqlite' ? 'id in (select account_id from sums)' : 'sums.account_id = accounts.id';
  await sink.run(`update accounts set balance = ${sum} ${from} where ${where}`);
  await sink.run('drop table sums');
  await sink.run(
    `insert into wallet_holdings (wallet, held)
     select owner, cast(sum(balance) as bigint) from accounts where kind in ('available', 'staked') group by owner`,
  );
  await sink.run(
    `insert into wallet_stakes (wallet, staked, weighted) select owner, balance, '0' from accounts where kind = 'staked'`,
  );
  await sink.run('update reward_totals set staked = (select coalesce(sum(staked), 0) from wallet_stakes)');
  await sink.run(
    `update sale_state set
       raised_micro = (select coalesce(sum(usd_micro), 0) from payments where status = 'credited'),
       purchases = (select count(*) from payments where status = 'credited')`,
  );
}
