import { hasConsent } from './consent.ts';
import { startDialogs } from './dialogs.ts';
import { startLanguage } from './language.ts';
import { loadStores } from './load-stores.ts';
import { onFirstAct } from './on-first-act.ts';
import { startServiceWorker } from './service-worker.ts';
import { startTheme } from './theme.ts';

declare global {
  interface Window {
    /** What the policy blocked before this script ran (first-paint.ts). */
    readonly blocked: readonly SecurityPolicyViolationEvent[];
    /** Forms that were submitted so far (first-paint.ts). */
    readonly early: readonly (EventTarget | null)[];
  }
}

/** Long enough for a page to be usable; browsers without idle callbacks wait as long. */
const LATEST_MS = 5_000;

// The scripts of every page, without a framework and in a few kilobytes.
loadStores();
startDialogs();
startLanguage();
startTheme();
onFirstAct(() => void import('./on-first-interaction.ts').catch(ignore));
// The form's own method sends nothing, so that its sender may still be loading when it is pressed.
const send = (form: EventTarget | null) => {
  if (form instanceof HTMLFormElement && form.dataset.newsletter)
    void import('./newsletter.ts').then((part) => part.sendNewsletter(form));
};
new Set(window.early).forEach(send);
addEventListener('submit', ({ target }) => send(target));
const report = (event: SecurityPolicyViolationEvent) =>
  void import('./report-violation.ts').then((part) => part.reportViolation(event)).catch(ignore);
window.blocked.forEach(report);
addEventListener('securitypolicyviolation', report);
startWhenIdle();
// From now on links to sections scroll smoothly.
addEventListener('load', () => {
  document.documentElement.dataset.loaded = '';
});

/** Of what no visitor waits for; any other part that fails reaches the guard of the head (load-guard.ts). */
function ignore(): void {}

/** Once the page is loaded and idle: starts the service worker, and counts the page if the visitor has agreed to it. */
function startWhenIdle(): void {
  const start = () => {
    const idle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1_000));
    idle(() => void loadLater().catch(ignore), { timeout: LATEST_MS });
  };
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}

async function loadLater(): Promise<void> {
  if (hasConsent()) void import('./analytics.ts').then(({ countPage }) => countPage(), ignore);
  if (import.meta.env.PROD) await startServiceWorker();
}
