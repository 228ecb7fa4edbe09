import { DEBUG_MARK } from '#src/config/security-headers.ts';
import { provider, watchOtherTabs } from './provider.ts';

const ICON_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#5b4b8a"/>' +
  '<path d="M7 12h18v11H7z" fill="none" stroke="#fff" stroke-width="2"/><path d="M7 12l11-4v4M20 17.5h5" stroke="#fff" stroke-width="2" fill="none"/></svg>';

/** The rehearsal wallet's icon, as the data URI that EIP-6963 requires. */
const ICON = `data:image/svg+xml,${encodeURIComponent(ICON_SVG)}`;

const info = Object.freeze({
  uuid: 'b1f7e1c2-6d0a-4c0e-9f5e-5a8d2c7e4b10',
  name: 'SYNX Rehearsal Wallet',
  icon: ICON,
  rdns: 'local.synx.rehearsal',
});

/** Announces the rehearsal wallet according to EIP-6963: now, and whenever a page asks. */
function announce(): void {
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
}

/** Fills the places of the switches: at once, or when a folded one is first opened. */
function startPanels(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-rehearsal]')) {
    if (place instanceof HTMLDetailsElement) place.addEventListener('toggle', () => fill(place), { once: true });
    else fill(place);
  }
}

function fill(place: HTMLElement): void {
  import('../rehearsal-panel/panel.ts')
    .then(({ showPanel }) => showPanel(place))
    .catch((error: unknown) => console.warn(error));
}

/** Says on every page that purchases are not real, which only a server of local chains can make so. */
function showDebugMode(): void {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!opened?.serverTiming.some(({ name }) => name === DEBUG_MARK)) return;
  for (const banner of document.querySelectorAll<HTMLElement>('[data-debug]')) banner.hidden = false;
}

watchOtherTabs();
window.addEventListener('eip6963:requestProvider', announce);
announce();
startPanels();
showDebugMode();
