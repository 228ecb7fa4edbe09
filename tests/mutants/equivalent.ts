import type { Mutant } from './draw.ts';

/** A drawn mutant that no test can fail, because nothing outside changes. */
export interface Equivalent extends Mutant {
  readonly reason: string;
}

export const EQUIVALENT: readonly Equivalent[] = [
  {
    file: 'src/lib/airdrop/human-check.ts',
    find: '-1',
    replace: '+1',
    reason: 'the search for the next nonce begins at 2, and every nonce found is a proof',
  },
  {
    file: 'src/lib/airdrop/video-link.ts',
    find: 'found !== undefined',
    replace: 'true',
    reason: 'the pattern is tried on the text "undefined", which is two characters short',
  },
  {
    file: 'src/lib/text/vote-text.ts',
    find: 'host === undefined || proposal === undefined',
    replace: 'host === undefined && proposal === undefined',
    reason: 'the groups of the pattern match together or not at all',
  },
  {
    file: 'src/lib/money/accrual-series.ts',
    find: 'at > from',
    replace: 'at >= from',
    reason: 'no seconds earn nothing',
  },
  {
    file: 'src/lib/money/decimal.ts',
    find: 'decimals > places',
    replace: 'decimals >= places',
    reason: 'with as many decimals as places both branches multiply or divide by one',
  },
  {
    file: 'src/lib/money/rest-cost.ts',
    find: 'remaining > 0n',
    replace: 'remaining >= 0n',
    reason: 'nothing left costs nothing',
  },
  {
    file: 'src/purchase/stored-payment.ts',
    find: 'key === undefined',
    replace: 'false',
    reason: 'without a key the path cannot be made, and what that throws gives null as well',
  },
  {
    file: 'src/server/money/ledger/check-changed.ts',
    find: 'lopsided.rows[0]?.n',
    replace: 'lopsided.rows[0].n',
    reason: 'a count always has one row',
  },
  {
    file: 'src/server/money/ledger/check-changed.ts',
    find: 'false',
    replace: 'true',
    reason: 'an account with entries cannot be deleted before its row is read',
  },
  {
    file: 'src/server/money/ledger/check-ledger.ts',
    find: "[ 'accounts below zero', sql<{ n: bigint }>`select count(*) as n from accounts where balance < 0 and kind <> 'issuance'`, ]",
    replace: '[]',
    reason: 'a constraint of the table refuses such accounts before a recount could find them',
  },
  {
    file: 'src/server/money/ledger/accounts.ts',
    find: 'a < b',
    replace: 'true',
    reason: 'the order in which rows are locked, which decides nothing on SQLite with its one writer',
  },
  {
    file: 'src/server/money/payments/answer/wallet-payments.ts',
    find: 'a.createdAt < b.createdAt',
    replace: 'false',
    reason: 'V8 sorts by whether the result is below zero, which this half of the comparison never is',
  },
  {
    file: 'src/server/money/payments/watch/check-due-posted-hashes.ts',
    find: 'performance.now() < until',
    replace: 'performance.now() <= until',
    reason: 'a clock with fractions of a microsecond does not hit the instant',
  },
  {
    file: 'src/server/money/receipts/receipt-payload.ts',
    find: 'transfer.sequence === null',
    replace: 'false',
    reason: 'every transfer of a payment is written with its number; the column is empty only for those of no payment',
  },
  {
    file: 'src/server/community/airdrop/appeals.ts',
    find: "row.status === 'rejected'",
    replace: 'true',
    reason: 'a submission that is not rejected is itself found by the query for another one that counts',
  },
  {
    file: 'src/server/community/airdrop/correct-points.ts',
    find: '/^submission:(\\d+)(?::\\d+)?$/',
    replace: '/^submission:(\\d+)(?::\\d)?$/',
    reason: 'a submission is rejected and confirmed again once at most, by its only appeal, so that its suffix is 2',
  },
  {
    file: 'src/server/community/airdrop/disputed-names.ts',
    find: 'row.account_hash === null',
    replace: 'false',
    reason: 'in SQL no hash equals null, so that the query finds no holder',
  },
  {
    file: 'src/stores/airdrop.ts',
    find: '!(error instanceof RequestError) || error.code === null',
    replace: 'false',
    reason: 'no other error has a code of the human check; the condition is there for its type',
  },
  {
    file: 'src/wallet/connection.ts',
    find: 'info.rdns || info.uuid',
    replace: 'false',
    reason: 'wagmi uses the id of a connector in its storage and among several connectors; here is one, and no storage',
  },
  {
    file: 'src/wallet/discover-providers.ts',
    find: 'true',
    replace: 'false',
    reason: 'adding the same listener again changes nothing',
  },
  {
    file: 'src/wallet/error-code.ts',
    find: 'value !== null',
    replace: 'true',
    reason: 'a link that is null has no code, name or words',
  },
  {
    file: 'src/server/money/sale/coin-price.ts',
    find: 'answer > previous',
    replace: 'answer >= previous',
    reason: 'the distance of two equal prices is zero either way',
  },
  {
    file: 'src/server/money/sale/presale-activity.ts',
    find: 'text.length <= DIGITS',
    replace: 'false',
    reason: 'cutting and filling up a short text gives the same text',
  },
  {
    file: 'src/server/money/sale/read-feed-price.ts',
    find: 'a > b',
    replace: 'a >= b',
    reason: 'equal times may stand in any order',
  },
  {
    file: 'src/server/money/ledger/check-changed.ts',
    find: 'rows[0]?.n',
    replace: 'rows[0].n',
    reason: 'a count always has one row',
  },
];
