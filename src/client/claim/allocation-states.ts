/** What the page of the claim says, and offers, to an address (docs/handover.md has the sentences). */
export type ClaimState =
  | 'none'
  | 'closed'
  | 'draft'
  | 'not-listed'
  | 'withdrawn'
  | 'no-contract'
  | 'unfunded'
  | 'before'
  | 'open'
  | 'partly'
  | 'vesting'
  | 'nothing-new'
  | 'wrong-network'
  | 'no-fee'
  | 'sent'
  | 'first'
  | 'failed'
  | 'contract-wallet'
  | 'set-aside'
  | 'unreachable'
  | 'mismatch'
  | 'differs'
  | 'received'
  | 'phone'
  | 'unread';

interface StateFacts {
  /** The key of its sentence. */
  readonly text: `claim.state.${string}`;
  /** Colour of its sentence; null for the text colour. */
  readonly tone: 'success' | 'warning' | 'danger' | null;
  /** What the page offers a connected wallet that is on the list. */
  readonly offers: 'claim' | 'switch' | null;
}

const row = <Text extends string>(text: Text, tone: StateFacts['tone'] = null, offers: StateFacts['offers'] = null) =>
  ({ text: `claim.state.${text}`, tone, offers }) as const;

/** In the order of the document. */
export const CLAIM_STATES = {
  none: row('none'),
  closed: row('closed'),
  draft: row('draft'),
  'not-listed': row('notListed', 'warning'),
  withdrawn: row('withdrawn', 'warning'),
  'no-contract': row('noContract'),
  unfunded: row('unfunded'),
  before: row('before'),
  open: row('open', 'success', 'claim'),
  partly: row('partly', 'success', 'claim'),
  vesting: row('vesting', 'success', 'claim'),
  'nothing-new': row('nothingNew'),
  'wrong-network': row('wrongNetwork', 'warning', 'switch'),
  'no-fee': row('noFee', 'warning'),
  sent: row('sent'),
  first: row('first', 'success'),
  failed: row('failed', 'danger', 'claim'),
  'contract-wallet': row('contractWallet', 'warning'),
  'set-aside': row('setAside', 'warning'),
  unreachable: row('unreachable', 'warning'),
  mismatch: row('mismatch', 'danger'),
  differs: row('differs', 'danger'),
  received: row('received', 'success'),
  phone: row('phone'),
  unread: row('unread', 'warning'),
} as const satisfies Readonly<Record<ClaimState, StateFacts>>;

/** What is known of an address and its claim, from the list, the contract, the wallet and this browser. */
export interface ClaimFacts {
  /** What our server says of the batch; `unread` while it gives no answer, and then the files count. */
  readonly batch: 'none' | 'closed' | 'draft' | 'withdrawn' | 'final' | 'unread';
  /** The list as files: `mismatch` if it does not lead to the root of the contract, or of the batch without one. */
  readonly list: 'read' | 'unreachable' | 'mismatch';
  /** Our server, its signed statement or the records name another contract than this build, or forbid the build. */
  readonly differs: boolean;
  readonly setAside: 'waiting' | 'withheld' | null;
  /** Null if the list does not have the address. */
  readonly entry: Amounts | null;
  /** `unread` if the chain cannot be read or stands still. */
  readonly contract: 'none' | 'unfunded' | 'funded' | 'unread';
  /** Null without a connected wallet that is this address. */
  readonly wallet: { readonly isOnChain: boolean; readonly canPayFee: boolean } | null;
  readonly isPhone: boolean;
  /** The claim that this browser follows. */
  readonly claim: 'sent' | 'first' | 'failed' | null;
}

/** Base units of an entry. */
interface Amounts {
  readonly total: bigint;
  /** What the contract has paid for it. */
  readonly claimed: bigint;
  /** What its schedules have opened. */
  readonly opened: bigint;
  /** What opens on a day to come, at once; the rest of what is locked opens little by little. */
  readonly later: bigint;
}

/** The one state of these facts: what forbids a claim before what allows it. */
export function claimStateOf(facts: ClaimFacts): ClaimState {
  const { batch, entry, contract } = facts;
  if (facts.differs) return 'differs';
  if (facts.list === 'mismatch') return 'mismatch';
  if (batch === 'none' || batch === 'closed' || batch === 'withdrawn') return batch;
  if (facts.list !== 'read') return facts.list;
  if (entry === null) {
    if (facts.setAside !== null) return facts.setAside === 'waiting' ? 'contract-wallet' : 'set-aside';
    return 'not-listed';
  }
  if (batch === 'draft') return 'draft';
  if (contract === 'none') return 'no-contract';
  if (contract !== 'funded') return contract;
  if (facts.claim !== null) return facts.claim;
  return ofAmounts(entry) ?? ofWallet(facts) ?? ofOpen(entry);
}

/** The states in which there is nothing to claim now. */
function ofAmounts({ total, claimed, opened }: Amounts): ClaimState | null {
  if (claimed >= total) return 'received';
  if (opened > claimed) return null;
  return claimed === 0n ? 'before' : 'nothing-new';
}

/** What the connected wallet cannot do; a phone has none. */
function ofWallet({ wallet, isPhone }: ClaimFacts): ClaimState | null {
  if (wallet === null) return isPhone ? 'phone' : null;
  if (!wallet.isOnChain) return 'wrong-network';
  return wallet.canPayFee ? null : 'no-fee';
}

function ofOpen(amounts: Amounts): ClaimState {
  const { total, opened, later } = amounts;
  if (opened >= total) return 'open';
  return later > 0n && !isDust(amounts) ? 'partly' : 'vesting';
}

/** Whether so little has opened since the last claim, about a day's worth of what opens in a year, that it can wait. */
export function isDust({ total, claimed, opened, later }: Amounts): boolean {
  return claimed > 0n && (opened - claimed) * 365n < total - opened - later;
}
