/** How long we keep what the privacy notice names; it states each as `privacy.<name>`. */
export const RETENTION = {
  sessionDays: 30,
  /** Counts of a caller's actions, and traces of who uses many accounts, both under hashed addresses. */
  limitHours: 1,
  abuseDays: 30,
  /** An address that nobody confirmed: after our mail was sent, and if none could be sent. */
  confirmHours: 48,
  unsentDays: 7,
  /** Partner applications that have been decided. */
  closedDays: 365,
} as const;
