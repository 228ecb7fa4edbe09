import { PENDING_PURCHASE, RELOADED } from '#src/config/storage-keys.ts';

/** The wait before a failed part of the page is requested again, in milliseconds (R2.026). */
const RETRY_MS = 300;

/**
 * Guards the parts of a page that load independently. Astro's island requests a missing part once more after a second
 * at another address; here it does so after 300 ms at the same one, for which its integrity is known. If that fails
 * too, the page is reloaded once, bypassing the cache; never offline and never while a payment is in progress. It runs
 * in the head, because the first island starts to load before any module of the page.
 */
export const LOAD_GUARD = [
  `customElements.whenDefined('astro-island').then(function(island){`,
  `island.prototype.importWithRetry=function(url){return import(url).catch(function(){`,
  `return new Promise(function(resolve){setTimeout(resolve,${RETRY_MS})}).then(function(){return import(url)})})}});`,
  `addEventListener('astro:hydration-error',function(event){var error=event.detail.error;`,
  `if(!/dynamically imported module|importing a module script failed/i.test(error&&error.message))return;`,
  `event.preventDefault();console.warn(error);`,
  `try{if(!navigator.onLine||sessionStorage.${RELOADED}||`,
  `Object.keys(localStorage).some(function(key){return key.startsWith('${PENDING_PURCHASE}')}))return;`,
  `sessionStorage.${RELOADED}='once'}catch{return}`,
  `var url=new URL(location.href);url.searchParams.set('reload',Date.now().toString(36));location.replace(url)});`,
].join('');
