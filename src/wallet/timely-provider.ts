import { PROVIDER_TIMES } from '#src/config/limits.ts';
import { DeadlineError, withDeadline } from '#src/lib/time/with-deadline.ts';
import type { Provider } from './provider-types.ts';

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
