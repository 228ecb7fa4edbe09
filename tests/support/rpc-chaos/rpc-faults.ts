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
  'slow',
] as const;
export type RpcFault = (typeof RPC_FAULTS)[number];
