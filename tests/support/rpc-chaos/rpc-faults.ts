/** The possible faults of a source (G4, S6). */
export const RPC_FAULTS = [
  'down',
  'reset',
  'rate-limited',
  'broken',
  'html',
  'truncated',
  'wrong-ids',
  'other-chain',
  'lagging',
  'silent-on-payments',
  'forged-value',
  'forged-log',
  'endless',
  'slow',
  'stalled',
  'trickling',
  'half-closed',
] as const;
export type RpcFault = (typeof RPC_FAULTS)[number];
/** Those that only a reader's own limits end. It does not ask such a source again for a while. */
export const ENDLESS_FAULTS: readonly RpcFault[] = ['endless', 'slow', 'stalled', 'trickling', 'half-closed'];
