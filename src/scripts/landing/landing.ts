import { startBuyNow } from './buy-now.ts';

// The landing page's other scripts: all of them act on a press, so nothing here delays the first view.
startBuyNow();
startFilm();

/** Loads the demo video when its window first opens, and stops it when the window closes. */
function startFilm(): void {
  const dialog = document.getElementById('demo');
  const video = dialog?.querySelector('video');
  if (!dialog || !video) return;
  document.querySelector('[data-opens="demo"]')?.addEventListener('click', () => {
    for (const part of [video, ...video.querySelectorAll('track')]) {
      const { src, poster } = part.dataset;
      if (part instanceof HTMLVideoElement && poster) part.poster = poster;
      if (src) part.src = src;
      delete part.dataset.src;
    }
    const isCalm = 'calm' in document.documentElement.dataset || matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!isCalm) void video.play().catch(() => undefined);
  });
  dialog.addEventListener('close', () => video.pause());
}
