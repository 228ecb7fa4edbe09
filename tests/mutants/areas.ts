/** Another seed draws other mutants; `--seed` hands one to Stryker's processes. */
export const SEED = process.env.MUTANTS_SEED ?? 'synx-1';

/** A part of the code, with the share of its mutants that is drawn. */
export interface Area {
  readonly name: string;
  /** Matches its sources, from the project's folder. */
  readonly sources: string;
  /** Whether it runs on the server, so that tests of the API reach it. */
  readonly isServer: boolean;
  /** Percent of its mutants. */
  readonly share: number;
}

export const AREAS: readonly Area[] = [
  { name: 'lib', sources: 'src/lib/**/*.ts', isServer: false, share: 20 },
  { name: 'purchase', sources: 'src/purchase/**/*.ts', isServer: false, share: 12 },
  { name: 'chain', sources: 'src/chain/**/*.ts', isServer: true, share: 6 },
  { name: 'server/payments', sources: 'src/server/money/payments/**/*.ts', isServer: true, share: 4 },
  { name: 'server/ledger', sources: 'src/server/money/ledger/**/*.ts', isServer: true, share: 6 },
  { name: 'server/sale', sources: 'src/server/money/sale/**/*.ts', isServer: true, share: 6 },
  { name: 'server/sessions', sources: 'src/server/platform/sessions/**/*.ts', isServer: true, share: 5 },
  { name: 'server/receipts', sources: 'src/server/money/receipts/**/*.ts', isServer: true, share: 8 },
  { name: 'server/airdrop', sources: 'src/server/community/airdrop/**/*.ts', isServer: true, share: 3 },
  { name: 'server/voting', sources: 'src/server/community/voting/**/*.ts', isServer: true, share: 5 },
  { name: 'wallet', sources: 'src/wallet/**/*.ts', isServer: false, share: 4 },
  { name: 'stores', sources: 'src/stores/**/*.ts', isServer: false, share: 4 },
  { name: 'staff', sources: 'src/server/staff/commands/actions/**/*.ts', isServer: true, share: 5 },
];

/**
 * The tests that mutants must fail, in rounds: the second and third, in which a mutant takes seconds, are for those of
 * the server that survive the round before.
 */
export const ROUNDS = [
  [
    'tests/unit/{chain,client,islands,lib,purchase,server,stores,wallet}/**/*.test.{ts,tsx}',
    'tests/unit/states/{outage,payment,sale}-states.test.{ts,tsx}',
  ],
  [
    'tests/api/airdrop/{calls,check-ins,disputed-names,human-check,leaderboard,points-ledger,referrals,reversed-videos,reviews}.test.ts',
    'tests/api/http/{dashboard,presale-records,price-window,receipts,track}.test.ts',
    'tests/api/ledger/{broken-books,changed-accounts,unchecked-books}.test.ts',
    'tests/api/money/{coin-prices,foreign-hashes,foreign-senders,hostile-coins,hostile-tokens,lagging-sources}.test.ts',
    'tests/api/money/{life-of-a-hash,many-transfers,operator-settings,passed-on-coins,payment-options}.test.ts',
    'tests/api/money/{pruned-states,recorded-refunds,reorgs,safes,said-of-a-wallet,sale-edges,scanning,set-aside-dust}.test.ts',
    'tests/api/money/{shared-commits,staking,terms,track,unexplained-coins,watcher}.test.ts',
    'tests/api/records/{corrections,purchases}.test.ts',
    'tests/api/services/{card-intent,locale}.test.ts',
    'tests/api/sessions/*.test.ts',
    'tests/api/staff/{audit,authorisation,builds,desk,four-eyes,lists,second-self,view-limit}.test.ts',
    'tests/api/voting/*.test.ts',
  ],
  [
    'tests/api/airdrop/{abuse,provisional}.test.ts',
    'tests/api/http/proven-callers.test.ts',
    'tests/api/http/{crowded-wallets,named-hashes}.test.ts',
    'tests/api/allocation/batch.test.ts',
    'tests/api/ledger/{endless-recount,handover,histories}.test.ts',
    'tests/api/money/{chain-budget,claimed-coins,crowd,dust-flood,heavy-hashes,quorum,wrongly-dated-hashes}.test.ts',
    'tests/api/money/{recorded-coins,slow-sources,still-chains,wallet-codes}.test.ts',
    'tests/api/staff/sessions.test.ts',
  ],
] as const;

/** Measures what parsers cost, which is another thing with a mutant planted at every step. */
export const LEFT_OUT = ['tests/unit/server/parsers.test.ts'];
