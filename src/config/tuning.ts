/** Limits of the server with one right value for every deployment, and so no settings. */
export const TUNING = {
  /** How many seconds the replica may lag before we read from the primary. */
  DATABASE_READ_LAG: 10,
  /** Connections of one instance to a database server: for payments alone, and for everything else. */
  DATABASE_MONEY_POOL_SIZE: 6,
  DATABASE_POOL_SIZE: 10,
  /** After this many minutes without a successful recount of the books, crediting stops until one succeeds. */
  LEDGER_CHECK_STOPS_AFTER: 60,
  /** Requests per minute: reads and writes by address, writes by wallet, new purchases and look-ups by address. */
  RATE_LIMIT_READS: 300,
  RATE_LIMIT_WRITES: 20,
  RATE_LIMIT_WALLET: 10,
  RATE_LIMIT_PURCHASES: 30,
  /** Newsletter, partner applications and card intents: each this often per hour, by address. */
  RATE_LIMIT_FORMS: 5,
  /**
   * Missions, check-ins, votes: each this often per hour by wallet or session, and five times that by address; stakes
   * by wallet alone.
   */
  RATE_LIMIT_MISSIONS: 30,
  /** Tried referral codes: this often per hour by wallet and by session, twice that by address. */
  RATE_LIMIT_CODES: 10,
  /** Calls to the chains' sources per minute and lane that looking for posted or tracked hashes may cause. */
  CHAIN_CALLS_A_MINUTE: 300,
  /** Beyond this lag, in milliseconds, the process answers 503 with Retry-After until it has caught up. */
  MAX_LAG_MS: 1_000,
  /** How many wallets of one network may count check-ins and instant missions in 24 hours without a review. */
  WALLETS_PER_NETWORK: 4,
  /** If visitors start more human checks than this in ten minutes, each needs eight times the work. */
  HUMAN_CHECK_ATTACK: 3_000,
  /** Difficulty of the work in place of the sum: each bit doubles it, and 15 take a browser a second or two. */
  HUMAN_CHECK_BITS: 15,
  /** Thousands of views that one member of staff may pay for one video per UTC day; more takes two managers. */
  VIEW_THOUSANDS_PER_DAY: 1_000,
};
