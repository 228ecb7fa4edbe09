import type { Alarms } from '#src/server/platform/alerts/alarms.ts';
import type { Database } from '#src/server/platform/database/database.ts';
import { countTotals } from '#src/server/platform/database/migrations/count-totals.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { recordMissed } from '#src/server/platform/records/record-missed.ts';
import { type Loop, startLoop } from '#src/server/platform/util/loops.ts';
import { checkChangedAccounts } from './check-changed.ts';
import { recountLedger } from './recount-ledger.ts';

/** Delay of the first recount, so that the rest of the start goes first; in milliseconds. */
const FIRST_AFTER_MS = 3_000;
/** Pause between two quick recounts, in milliseconds: we find a broken invariant within a minute. */
const PAUSE_MS = 50_000;
/** A pause after a whole recount, times its duration: at most a twentieth of a processor. */
const PAUSE_TIMES = 20;
/** Shorter pauses after a recount that failed or found something broken, because people are repairing it. */
const PAUSE_TIMES_BROKEN = 3;
/** The longest time between two successes, however slow they are. */
const CYCLE_MS = 6 * 3_600_000;
/** Recounting changed accounts counts only this long after the last success of a whole recount. */
const WHOLE_COUNTS_MS = 2 * CYCLE_MS;
/** After this long without a success, the alarm `ledger-unchecked` opens. */
const RINGS_AFTER_MS = 300_000;
const AGE_EVERY_MS = 10_000;
/** How often to check whether a recount of the whole ledger is due. */
const LOOK_EVERY_MS = 1_000;
const BROKEN = ['ledger-broken', 'ledger'] as const;
const TOTALS = ['totals-wrong', 'totals'] as const;
const UNCHECKED = ['ledger-unchecked', 'ledger'] as const;

/** A recount of the whole ledger that found it sound. */
export interface WholeRecount {
  /** When it began, in milliseconds since 1970: it counted what there was then. */
  readonly at: number;
  /** Credited payments, each of which the ledger agrees with. */
  readonly payments: number;
}

export interface LedgerWatch {
  /** Whether to credit: the last recount found everything sound, and is not too old. */
  readonly isBalanced: () => boolean;
  /** Milliseconds since the last successful recount, or since the start. */
  readonly ageMs: () => number;
  /** The last recount of the whole ledger; null before the first, and while the ledger is not sound. */
  readonly lastWhole: () => WholeRecount | null;
  /** Takes over an alarm of an earlier process: the ledger counts as broken until a recount finds it sound. */
  recall(): Promise<void>;
  /** Recounts the whole ledger. Throws if that fails; then only its age has changed. */
  check(): Promise<void>;
  /** Whether somebody found a break since the last recount of the whole ledger: then one is due at once. */
  readonly isWholeDue: () => boolean;
  /** Recounts the accounts that changed since the last time; throws if that fails. */
  checkChanged(): Promise<void>;
  /** Raises an alarm if the last success is too old. */
  watchAge(): Promise<void>;
  /** Cancels the current recount and starts no other. */
  stop(): void;
}

export interface LedgerWatchOptions {
  /** After this many milliseconds without a successful recount, crediting stops. */
  readonly stopsAfterMs: number;
  /** Milliseconds of a clock that nobody can set. */
  readonly elapsed?: () => number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Stops crediting while the ledger does not balance, or has gone too long without a recount from now on (G12). */
export function watchLedger(
  database: Database,
  alarms: Alarms,
  { stopsAfterMs, elapsed = () => performance.now(), now = Date.now }: LedgerWatchOptions,
): LedgerWatch {
  const stopping = new AbortController();
  let balanced = true;
  let succeededAt = elapsed();
  let whole: (WholeRecount & { readonly endedAt: number }) | null = null;
  let isWholeDue = false;
  // Reserved for payments, so that no flood of requests can starve the recount and thereby stop crediting.
  const changed = checkChangedAccounts(database.money);
  let lastFailure: unknown;
  // An earlier process may have left an alarm open.
  let mayRing = true;
  const recount = () =>
    recountLedger(database, { signal: stopping.signal, isAside: balanced }).catch((error: unknown) => {
      lastFailure = error;
      throw error;
    });
  const hasBreak = () => hasOpenBreak(database.db);
  const silence = async () => {
    mayRing = false;
    await alarms.resolve(...UNCHECKED).catch((error: unknown) => {
      mayRing = true;
      throw error;
    });
  };
  return {
    isBalanced: () => balanced && elapsed() - succeededAt < stopsAfterMs,
    ageMs: () => elapsed() - succeededAt,
    lastWhole: () => (balanced ? whole : null),
    recall: async () => {
      balanced = !(await hasBreak());
    },
    isWholeDue: () => isWholeDue,
    check: async () => {
      const wasOpen = await hasBreak();
      isWholeDue = false;
      const at = now();
      const { broken, totals, payments } = await recount();
      // It read the ledger as of its start: a break that this or another instance found meanwhile is newer.
      isWholeDue ||= broken.length === 0 && !wasOpen && (await hasBreak());
      if (isWholeDue) return;
      if (!balanced && broken.length === 0) changed.forget();
      balanced = broken.length === 0;
      succeededAt = elapsed();
      whole = { at, payments, endedAt: succeededAt };
      lastFailure = undefined;
      if (balanced) await alarms.resolve(...BROKEN);
      else await alarms.raise(...BROKEN, broken.join('; '));
      if (mayRing) await silence();
      await mendTotals(database, alarms, totals);
    },
    checkChanged: async () => {
      const broken = await changed.pass();
      if (broken.length > 0) {
        balanced = false;
        isWholeDue = true;
        await alarms.raise(...BROKEN, broken.join('; '));
      } else if (whole !== null && elapsed() - whole.endedAt < WHOLE_COUNTS_MS) {
        succeededAt = elapsed();
        if (mayRing) await silence();
      }
    },
    watchAge: async () => {
      const age = elapsed() - succeededAt;
      if (age < RINGS_AFTER_MS) return;
      const why = lastFailure === undefined ? 'the current one has not finished yet' : String(lastFailure);
      await alarms.raise(...UNCHECKED, `no recount has succeeded for ${Math.floor(age / 60_000)} minutes: ${why}`);
      // Not earlier: a recount that ended meanwhile would have found nothing to close.
      mayRing = true;
    },
    stop: () => stopping.abort(),
  };
}

/** Corrects wrong totals, appends missing records, and reports it. Only pages use them, so nobody needs to act. */
async function mendTotals(database: Database, alarms: Alarms, wrong: readonly string[]): Promise<void> {
  if (wrong.length === 0) return alarms.resolve(...TOTALS);
  await alarms.raise(...TOTALS, wrong.join('; '));
  await countTotals(database);
  await recordMissed(database.db);
}

async function hasOpenBreak(db: Db): Promise<boolean> {
  const open = await db
    .selectFrom('alarms')
    .select('id')
    .where('kind', '=', BROKEN[0])
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
  return open !== undefined;
}

/** Recounts changed accounts every minute, and the whole ledger as often as is cheap, at least every six hours. */
export function startLedgerLoop(ledger: LedgerWatch, onError: (error: unknown) => void): Loop {
  let stopped = false;
  let tookMs = 0;
  let endedAt = Number.NEGATIVE_INFINITY;
  let succeeded = false;
  const report = (error: unknown) => {
    if (!stopped) onError(error);
  };
  const check = async () => {
    const paused = performance.now() - endedAt;
    if (!ledger.isWholeDue() && paused < pauseAfter(tookMs, succeeded && ledger.isBalanced())) return;
    const started = performance.now();
    succeeded = false;
    try {
      await ledger.check();
      succeeded = true;
    } finally {
      endedAt = performance.now();
      tookMs = endedAt - started;
    }
  };
  const loops = [
    startLoop(check, LOOK_EVERY_MS, report, { firstAfterMs: FIRST_AFTER_MS, withinMs: CYCLE_MS }),
    startLoop(ledger.checkChanged, PAUSE_MS, report, { withinMs: CYCLE_MS }),
    startLoop(ledger.watchAge, AGE_EVERY_MS, report),
  ];
  return {
    stop: async () => {
      stopped = true;
      ledger.stop();
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

/** Milliseconds to wait after a recount of the whole ledger that took `tookMs`. */
export function pauseAfter(tookMs: number, sound = true): number {
  if (!sound) return Math.max(PAUSE_MS, PAUSE_TIMES_BROKEN * tookMs);
  return Math.max(PAUSE_MS, Math.min(PAUSE_TIMES * tookMs, CYCLE_MS - tookMs));
}
