import { PROVIDER_TIMES } from '#src/config/limits.ts';
import { DeadlineError, withDeadline } from '#src/lib/time/with-deadline.ts';
import type { Provider } from './provider-types.ts';

export interface ResolveOptions {
  readonly mobile?: boolean;
  readonly bridge?: boolean;
  /** Whether this is for a purchase, which waits longer on a phone than connecting does. */
  readonly purchase?: boolean;
  readonly isHidden?: () => boolean;
}

/** No provider could be found; the sentence is `textKey`, filled with `values`. */
export class ProviderMissingError extends Error {
  override readonly name = 'ProviderMissingError';
  readonly textKey: string;
  readonly values: Readonly<Record<string, string | number>>;

  constructor(textKey: string, values: Readonly<Record<string, string | number>> = {}) {
    super(textKey);
    this.textKey = textKey;
    this.values = values;
  }
}

/** How long to wait for a provider in all, in milliseconds, by device and purpose. */
export function providerWait({ mobile = false, bridge = false, purchase = false }: ResolveOptions): number {
  if (!mobile) return PROVIDER_TIMES.desktopMs;
  if (bridge) return PROVIDER_TIMES.mobileBridgeMs;
  return purchase ? PROVIDER_TIMES.purchaseMobileMs : PROVIDER_TIMES.mobileMs;
}

/**
 * Calls `find` until it returns a provider: first waits while the page is hidden (at most 5 s, in steps of 100 ms),
 * then tries every 300 ms (500 ms on phones) for as long as the device is given. Throws ProviderMissingError.
 */
export async function resolveProvider<T>(find: () => T | undefined, options: ResolveOptions = {}): Promise<T> {
  const isHidden = options.isHidden ?? (() => typeof document !== 'undefined' && document.hidden);
  const { hiddenPageMs, hiddenPageStepMs, retryMs, mobileRetryMs } = PROVIDER_TIMES;
  for (let waited = 0; isHidden() && waited < hiddenPageMs; waited += hiddenPageStepMs) await pause(hiddenPageStepMs);
  const wait = providerWait(options);
  const step = options.mobile === true ? mobileRetryMs : retryMs;
  let lastError = '';
  for (let waited = 0; ; waited += step) {
    try {
      const provider = find();
      if (provider !== undefined) return provider;
    } catch (error) {
      lastError = error instanceof Error ? error.message : String(error);
    }
    if (waited + step > wait) break;
    await pause(step);
  }
  if (options.mobile !== true) throw new ProviderMissingError('wallet.error.noProviderAvailable');
  throw new ProviderMissingError('wallet.error.providerTimeout', { ms: wait, error: lastError });
}

/** A wallet for background reads: throws DeadlineError for one that takes too long, and from then on at once. */
export function timelyProvider(provider: Provider): Provider {
  let silence: DeadlineError | null = null;
  return {
    async request(call) {
      if (silence !== null) throw silence;
      try {
        return await withDeadline(provider.request(call), PROVIDER_TIMES.desktopMs);
      } catch (error) {
        if (error instanceof DeadlineError) silence = error;
        throw error;
      }
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
