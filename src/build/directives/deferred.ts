import type { ClientDirective } from 'astro';

/** `client:deferred`: hydrates an island once it is near the screen and the page is idle. */
const deferred: ClientDirective = (load, _options, element) => {
  const hydrate = async () => (await load())();
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
