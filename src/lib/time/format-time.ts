/** An ISO 8601 time as readers of a language write date and time, in the reader's time zone. `tag` is a BCP-47 tag. */
export function formatTime(time: string, tag: string): string {
  return new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(time));
}

/** The same with the time zone, for documents that are printed or passed on. */
export function formatZonedTime(time: string, tag: string): string {
  return new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'long' }).format(new Date(time));
}

/** When a payment was made, ISO 8601: the time of its block, or when we first knew of it. */
export function paymentTime(payment: {
  readonly paidAt?: string | null | undefined;
  readonly createdAt: string;
}): string {
  return payment.paidAt ?? payment.createdAt;
}
