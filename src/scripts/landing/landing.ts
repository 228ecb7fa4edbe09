import { startBuyNow } from './buy-now.ts';

// The landing page's other scripts: nothing here delays the first view.
startBuyNow();
startFilm();
layOutForLink();

/** Lays out all parts that section.css leaves out of the first layout if a link skips to one of them. */
function layOutForLink(): void {
  if (location.hash === '') return;
  for (const part of document.querySelectorAll<HTMLElement>('.part')) part.style.contentVisibility = 'visible';
}

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
