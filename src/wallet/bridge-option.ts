import { BRIDGE_PROJECT_ID } from '#src/config/public-env.ts';

/** The bridge's name as a wallet: as a choice, in storage, and in POST /api/wallet/connect. */
export const BRIDGE_ID = 'walletconnect';

/** Whether this build offers the bridge: it needs a project at Reown. */
export const HAS_BRIDGE: boolean = BRIDGE_PROJECT_ID !== null;
