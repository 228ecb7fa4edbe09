/** The wait before a part of the page that did not load is asked for again, in milliseconds (Spec 2). */
const RETRY_MS = 300;
const RELOADED_KEY = 'synx_reloaded';
const MISSING = /dynamically imported module|importing a module script failed|error loading dynamically/i;

interface IslandPrototype {
  importWithRetry?: (url: string) => Promise<unknown>;
}

/**
 * Guards the parts of a page that load on their own. Astro's island asks for a missing part once more after a second and at
 * another address; here it does so after 300 ms and at the same one, for which its integrity is known. If that fails too, the
 * page is loaded anew, once, past the cache; never offline and never while a payment is on its way.
 */
export function guardLoading(): void {
  const island = customElements.get('astro-island')?.prototype as IslandPrototype | undefined;
  if (island?.importWithRetry !== undefined) island.importWithRetry = importTwice;
  addEventListener('astro:hydration-error', (event) => {
    const { error } = (event as CustomEvent<{ error: unknown }>).detail;
    if (!(error instanceof Error && MISSING.test(error.message))) return;
    event.preventDefault();
    console.warn(error);
    reloadOnce();
  });
}

async function importTwice(url: string): Promise<unknown> {
  try {
    return await import(/* @vite-ignore */ url);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return import(/* @vite-ignore */ url);
  }
}

function reloadOnce(): void {
  try {
    if (!navigator.onLine || sessionStorage.getItem(RELOADED_KEY) !== null) return;
    if (Object.keys(localStorage).some((key) => key.startsWith('synx_payment:'))) return;
    sessionStorage.setItem(RELOADED_KEY, 'once');
  } catch {
    return;
  }
  const url = new URL(location.href);
  url.searchParams.set('reload', Date.now().toString(36));
  location.replace(url);
}
