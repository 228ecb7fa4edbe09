import { startPanels } from '../rehearsal-panel/start-panels.ts';
import { ICON } from './icon.ts';
import { provider, watchOtherTabs } from './provider.ts';

const info = Object.freeze({
  uuid: 'b1f7e1c2-6d0a-4c0e-9f5e-5a8d2c7e4b10',
  name: 'SYNX Rehearsal Wallet',
  icon: ICON,
  rdns: 'local.synx.rehearsal',
});

/** Announces the rehearsal wallet as EIP-6963 has it: now, and whenever a page asks. */
function announce(): void {
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
}

watchOtherTabs();
window.addEventListener('eip6963:requestProvider', announce);
announce();
startPanels();
