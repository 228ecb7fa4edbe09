import type { TrackWallet } from '#src/contract/track.ts';
import { createQuery } from '#src/stores/queries.ts';
import { $account } from '#src/stores/wallet-state.ts';

/** The connected wallet's payments according to the API, newest first. */
export const $walletPayments = createQuery<TrackWallet>(['/api/track/wallet', $account]);
