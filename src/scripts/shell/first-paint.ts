import { DEFAULT_LOCALE, LOCALE_CODES } from '#src/config/locales.ts';
import { CALM, LANGUAGE, METHOD_BACKUP, THEME, WALLET_ACCOUNT } from '#src/config/storage-keys.ts';
import { LOAD_GUARD } from './load-guard.ts';

/** Marks a wallet session, the wish for no motion, and a chosen theme before anything is painted. */
const KNOWN = `try{var d=document.documentElement.dataset;if(sessionStorage.${WALLET_ACCOUNT}||localStorage.${METHOD_BACKUP})d.known='';if(localStorage.${CALM})d.calm='';if(localStorage.${THEME})d.theme=localStorage.${THEME}}catch{}`;

/** Records what the policy blocks while the page is parsed, until page.ts reports it. */
const BLOCKED = `var blocked=[];addEventListener('securitypolicyviolation',event=>blocked.push(event))`;

/** Records which forms were submitted before their scripts had loaded (shared/repeat-submit.ts). */
const EARLY = `var early=[];addEventListener('submit',event=>early.push(event.target))`;

/** On `/` only: goes to the saved language, otherwise to the browser's, before the first paint (decision 30). */
const CHOOSE = `try{if(location.pathname=='/'){var s=localStorage.${LANGUAGE},c=[s||''].concat(navigator.languages).map(function(t){return t.slice(0,2).toLowerCase()}).find(function(t){return'${LOCALE_CODES.join(' ')}'.split(' ').includes(t)});if(c&&c!='${DEFAULT_LOCALE}')location.replace('/'+c+location.search+location.hash)}}catch{}`;

/**
 * A script that every browser understands: a notice for those older than browserslist, and nothing else. `formatRange`
 * came with `roundingMode`, and asking for it loads no language data: a number format here costs a phone 60 ms.
 */
export const OLD_BROWSER = [
  `var old=true;try{old=!HTMLScriptElement.supports('importmap')||`,
  `!Intl.NumberFormat.prototype.formatRange}catch(e){}`,
  `if(old)addEventListener('DOMContentLoaded',function(){`,
  `document.querySelector('[data-old]').removeAttribute('hidden')})`,
].join('');

/** The code that runs in the head of a page, before its first paint; `choose` adds the choice of language on `/`. */
export function firstPaint(choose: boolean): string {
  return [BLOCKED, EARLY, KNOWN, ...(choose ? [CHOOSE] : []), LOAD_GUARD].join(';');
}

/** The content-security-policy source that allows exactly this inline code. */
export async function policyHash(code: string): Promise<`sha256-${string}`> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
