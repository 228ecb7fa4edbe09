import { BRIDGE_PROJECT_ID } from '#src/config/public-env.ts';

/** Names the bridge where wallets are named: as choice, in what is stored, and in POST /api/wallet/connect. */
export const BRIDGE_ID = 'walletconnect';

/** Whether this build offers the bridge: it needs a project of ours at Reown. */
export const HAS_BRIDGE: boolean = BRIDGE_PROJECT_ID !== null;
