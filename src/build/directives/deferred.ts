import type { ClientDirective } from 'astro';

/** Astro's element of an island; load-guard.ts decides how it retries. */
interface Island extends HTMLElement {
  importWithRetry(url: string): Promise<unknown>;
}

/** `client:deferred`: hydrates an island once it is near the screen and the page is idle. */
const deferred: ClientDirective = (load, _options, element) => {
  // Four tasks, because one long one would block a slow phone. The guard in the head hears a rejection.
  const hydrate = async () => {
    const nextTask = () => new Promise((resolve) => setTimeout(resolve));
    // The first of a page loads the data of languages, for 15 ms on a computer.
    new Intl.NumberFormat();
    await nextTask();
    for (const part of ['renderer-url', 'component-url']) {
      const url = element.getAttribute(part);
      if (url !== null) await (element as Island).importWithRetry(url);
      await nextTask();
    }
    (await load())();
  };
  const whenIdle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(hydrate, { timeout: 2000 }) : setTimeout(hydrate, 200);
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      whenIdle();
    },
    { rootMargin: '200px' },
  );
  for (const child of element.children) observer.observe(child);
};

export default deferred;
