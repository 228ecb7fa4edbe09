import { RETRIED } from '#src/config/retried.ts';
import { ANY_PAYMENT, RELOADED } from '#src/config/storage-keys.ts';

/** How long to wait before requesting a failed part of the page again, in milliseconds. */
const RETRY_MS = 300;

/** What browsers call a script or style that they could not load on demand. */
const LOST = '/dynamically import|module script|to preload/i';

/**
 * Guards the parts of a page that load independently. Astro's island requests a missing part once more after a second
 * at an address that is different each time; here it does so after 300 ms at one whose integrity the page's import map
 * knows (build/integrity.ts). If that fails too, the page is reloaded once, bypassing the cache; never offline and
 * never while a payment is in progress. Where that did not help or is not allowed, the error screen opens,
 * except on a copy that is read offline, which says so already. The focus that the screen takes loads what its links
 * and buttons need (error-screen.ts); what opens it is here in the head, because the first island starts to load before
 * any module of the page, and because any of those modules may be the missing one.
 */
export const LOAD_GUARD = [
  `(()=>{customElements.whenDefined('astro-island').then(island=>{`,
  `island.prototype.importWithRetry=url=>import(url).catch(()=>`,
  `new Promise(then=>setTimeout(then,${RETRY_MS})).then(()=>import(url+'${RETRIED}')))});`,
  `var again=text=>{if(globalThis.old)return;`,
  `try{if(navigator.onLine&&!sessionStorage.${RELOADED}&&`,
  `!Object.keys(localStorage).some(key=>key.startsWith('${ANY_PAYMENT}'))){`,
  `sessionStorage.${RELOADED}='once';var url=new URL(location);`,
  `url.searchParams.set('reload',Date.now());return location.replace(url)}}catch{}`,
  `var screen=document.getElementById('error-screen');`,
  // A page's script can fail before the screen is parsed.
  `if(!screen)setTimeout(again,99,text);else if(document.querySelector('[data-offline]').hidden){`,
  `screen.querySelector('pre').textContent=text;screen.showModal()}},`,
  `lost=event=>{var text=(event.reason||event.detail?.error)?.message;if(${LOST}.test(text))again(text)};`,
  `addEventListener('astro:hydration-error',lost);addEventListener('unhandledrejection',lost);`,
  `addEventListener('error',({target:{src,rel,href}})=>{var url=rel=='stylesheet'?href:src;`,
  `if(url?.includes('/_astro/'))again(url)},true)})();`,
].join('');
