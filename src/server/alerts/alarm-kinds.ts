/** How soon somebody has to look, from what can wait to what cannot. */
export const SEVERITIES = ['low', 'normal', 'severe'] as const;
export type Severity = (typeof SEVERITIES)[number];

/**
 * Every kind of alarm, and how bad it is when it opens. What anybody can cause for nothing is low, so that it never
 * sorts before alarms about money.
 */
const KINDS = {
  'ledger-broken': 'severe',
  'records-broken': 'severe',
  'contract-mismatch': 'severe',
  'wrong-chain-source': 'severe',
  'chain-stalled': 'severe',
  'chain-unreachable': 'severe',
  'price-feed-late': 'normal',
  clock: 'severe',
  'ledger-unchecked': 'severe',
  'quorum-dispute': 'normal',
  'payment-needs-review': 'normal',
  'unexplained-balance': 'normal',
  'unreadable-transaction': 'normal',
  mail: 'normal',
  'referral-codes': 'normal',
  'unnamed-network': 'normal',
  'staff-sign-in': 'low',
  'foreign-recipient': 'low',
} as const satisfies Readonly<Record<string, Severity>>;

export type AlarmKind = keyof typeof KINDS;

/** How bad a kind of alarm is when it opens; one that another version of the server knows is normal. */
export function severityOf(kind: AlarmKind): Severity {
  return (KINDS as Readonly<Record<string, Severity>>)[kind] ?? 'normal';
}

/** A severity as the database keeps it: 1 to 3, so that the worst sorts first. */
export function severityLevel(severity: Severity): bigint {
  return BigInt(SEVERITIES.indexOf(severity) + 1);
}

/** The severity of a level of the database. */
export function severityName(level: bigint): Severity {
  return SEVERITIES[Number(level) - 1] ?? 'normal';
}
