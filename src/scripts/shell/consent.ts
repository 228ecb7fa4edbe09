import { CONSENT } from '#src/config/storage-keys.ts';

/** Whether the visitor has agreed to be counted; a browser with Do Not Track has not. */
export function hasConsent(): boolean {
  const asksNot = (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
  return !asksNot && localStorage.getItem(CONSENT) === 'yes';
}

/** Stores the visitor's choice; a refusal leaves nothing behind. */
export function setConsent(given: boolean): void {
  if (given) localStorage.setItem(CONSENT, 'yes');
  else localStorage.removeItem(CONSENT);
}
