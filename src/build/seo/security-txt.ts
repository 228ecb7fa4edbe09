/** Months a copy of the file is valid; RFC 9116 advises less than a year. */
const MONTHS = 11;

/** RFC 9116, for a mailto: or https: contact. Expires at the end of a month, so that its builds are identical. */
export function securityTxt(origin: string, contact: string, now: Date): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + MONTHS, 1));
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${new URL('/.well-known/security.txt', origin).href}`,
    '',
  ].join('\n');
}
