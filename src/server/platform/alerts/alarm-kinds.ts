/** The urgency of an alarm, from the lowest to the highest. */
export const SEVERITIES = ['low', 'normal', 'severe'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Every kind of alarm with its first severity; those that anybody can cause for free are low. */
const KINDS = {
  'ledger-broken': 'severe',
  'records-broken': 'severe',
  'contract-mismatch': 'severe',
  'distributor-mismatch': 'severe',
  'wrong-chain-source': 'severe',
  'lone-source': 'normal',
  'chain-stalled': 'severe',
  'chain-unreachable': 'severe',
  'price-feed-late': 'normal',
  clock: 'severe',
  storage: 'severe',
  'ledger-unchecked': 'severe',
  'allocation-root': 'severe',
  'allocation-unpublished': 'normal',
  'quorum-dispute': 'normal',
  'payment-needs-review': 'normal',
  'unexplained-balance': 'normal',
  'unreadable-transaction': 'normal',
  'unprocessable-payment': 'severe',
  mail: 'normal',
  'totals-wrong': 'normal',
  'referral-codes': 'normal',
  'unnamed-network': 'normal',
  'wide-network': 'low',
  'staff-sign-in': 'low',
  'foreign-recipient': 'low',
} as const satisfies Readonly<Record<string, Severity>>;

export type AlarmKind = keyof typeof KINDS;

export const ALARM_KINDS = Object.keys(KINDS) as readonly AlarmKind[];

/** The initial severity of a kind of alarm; normal if only another version of the server knows the kind. */
export function severityOf(kind: AlarmKind): Severity {
  return (KINDS as Readonly<Record<string, Severity>>)[kind] ?? 'normal';
}

/** Whether only a sound recount closes an alarm; until then nothing is credited if it is the ledger's (G12). */
export function isClosedByRecount(kind: string): boolean {
  return kind === 'ledger-broken' || kind === 'records-broken';
}

/** A severity as stored: 1 to 3, so that the worst sorts first. */
export function severityLevel(severity: Severity): bigint {
  return BigInt(SEVERITIES.indexOf(severity) + 1);
}

export function severityName(level: bigint): Severity {
  return SEVERITIES[Number(level) - 1] ?? 'normal';
}
