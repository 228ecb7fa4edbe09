import { PROVIDER_TIMES } from '#src/config/limits.ts';
import { DeadlineError, withDeadline } from '#src/lib/time/with-deadline.ts';
import type { Provider } from './provider-types.ts';

export interface ResolveOptions {
  readonly mobile?: boolean;
  readonly bridge?: boolean;
  /** The wait of a purchase, on a phone longer than that of connecting. */
  readonly purchase?: boolean;
  readonly isHidden?: () => boolean;
}

/** No provider could be resolved; `textKey` names its sentence (R8.009, R8.010), `values` fill it. */
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

/** The total wait for a provider in milliseconds, by the kind of device and its purpose (R9.020-023). */
export function providerWait({ mobile = false, bridge = false, purchase = false }: ResolveOptions): number {
  if (!mobile) return PROVIDER_TIMES.desktopMs;
  if (bridge) return PROVIDER_TIMES.mobileBridgeMs;
  return purchase ? PROVIDER_TIMES.purchaseMobileMs : PROVIDER_TIMES.mobileMs;
}

/**
 * Calls `find` until it returns a provider: first waits while the page is hidden (at most 5 s in 100 ms steps), then
 * tries every 300 ms (500 ms mobile) within the device's time. Throws ProviderMissingError (R8.009, R8.010).
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

/**
 * A wallet for reads that ask no visitor: throws DeadlineError for one that takes too long, and at once for all later
 * ones.
 */
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
