/** Keys of the list of dates that holders wait for, each with a note for its translator. */
export const CALENDAR_KEYS = {
  'calendar.tge': 'Event in the list of dates; TGE stays as it is.',
  'calendar.stakeUnlock': 'Event in the list of dates.',
  'calendar.rewardsUnlock': 'Event in the list of dates.',
  'calendar.claimOpen': 'Event in the list of dates.',
  'calendar.withdrawOpen': 'Event in the list of dates.',
  'calendar.status.happened': 'State of an event.',
  'calendar.status.passed': 'State of an event whose stated date is over without it.',
  'calendar.status.pending': 'State of an event.',
  'calendar.status.unknown': 'State of an event.',
  'calendar.basis.stated': 'How a date came about, in small letters.',
  'calendar.basis.computed': 'How a date came about, in small letters.',
  'calendar.download': 'Link to a calendar file.',
} as const satisfies Record<string, string>;
