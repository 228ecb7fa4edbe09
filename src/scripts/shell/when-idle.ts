import { hasConsent } from './consent.ts';

/** Long enough for a page to be usable; browsers without idle callbacks wait as long. */
const LATEST_MS = 5_000;

/** Once the page is loaded and idle: the service worker, and counting the page where the visitor has agreed to it. */
export function startWhenIdle(): void {
  const start = () => {
    const idle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1_000));
    idle(() => void load().catch(() => undefined), { timeout: LATEST_MS });
  };
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}

async function load(): Promise<void> {
  if (hasConsent()) void import('./analytics.ts').then(({ countPage }) => countPage());
  if (import.meta.env.PROD) await (await import('./service-worker.ts')).startServiceWorker();
}
