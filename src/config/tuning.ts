/**
 * Limits of the server that have one right value for every deployment. They are no settings: a server that needs others
 * needs a CDN, another instance or a change here.
 */
export const TUNING = {
  /** Seconds that the replica may lag; beyond them the primary is read instead. */
  DATABASE_READ_LAG: 10,
  /** Connections of one instance to a database server: for payments alone, and for everything else. */
  DATABASE_MONEY_POOL_SIZE: 6,
  DATABASE_POOL_SIZE: 10,
  /** Minutes without a successful recount of the books after which nothing is credited until one succeeds. */
  LEDGER_CHECK_STOPS_AFTER: 60,
  /** Requests per minute: reads and writes by address, writes by wallet, new purchases and look-ups by address. */
  RATE_LIMIT_READS: 300,
  RATE_LIMIT_WRITES: 20,
  RATE_LIMIT_WALLET: 10,
  RATE_LIMIT_PURCHASES: 30,
  /** Newsletter, partner applications and card intents: each this often per hour, by address. */
  RATE_LIMIT_FORMS: 5,
  /** Missions and check-ins: each this often per hour by wallet and by session, five times that by address. */
  RATE_LIMIT_MISSIONS: 30,
  /** Tried referral codes: this often per hour by wallet and by session, twice that by address. */
  RATE_LIMIT_CODES: 10,
  /** Calls to the chains' sources that looking for posted or tracked hashes may cause per minute, by lane. */
  CHAIN_CALLS_A_MINUTE: 300,
  /** Milliseconds of lag beyond which requests are answered 503 with Retry-After until the process has caught up. */
  MAX_LAG_MS: 1_000,
  /** Wallets of one network whose check-ins and instant missions count in 24 hours without a review. */
  WALLETS_PER_NETWORK: 4,
  /** Human checks begun in ten minutes by all visitors, beyond which each needs a proof of work eight times as hard. */
  HUMAN_CHECK_ATTACK: 3_000,
  /** Difficulty of the work in place of the sum: each bit doubles it, and 15 take a browser a second or two. */
  HUMAN_CHECK_BITS: 15,
  /** Thousands of views that one member of staff may pay for one video a UTC day; more takes two managers. */
  VIEW_THOUSANDS_PER_DAY: 1_000,
};
