import type { ClientDirective } from 'astro';

/** `client:deferred`: hydrates an island once it is near the screen and the page is idle. */
const deferred: ClientDirective = (load, _options, element) => {
  // React, the island's code and its first render are three tasks: as one they would block a slow phone.
  const hydrate = async () => {
    for (const part of ['renderer-url', 'component-url']) {
      const url = element.getAttribute(part);
      if (url !== null) await import(/* @vite-ignore */ url).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve));
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
