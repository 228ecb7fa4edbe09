import type { TrackWallet } from '#src/contract/track.ts';
import { createQuery } from '#src/stores/queries.ts';
import { $account } from '#src/stores/wallet-state.ts';

/** What the API knows of the connected wallet's payments, newest first. */
export const $walletPayments = createQuery<TrackWallet>(['/api/track/wallet', $account]);
