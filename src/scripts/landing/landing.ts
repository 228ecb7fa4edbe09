import { startBuyNow } from './buy-now.ts';

// The landing page's other scripts: nothing here delays the first view.
startBuyNow();
startFilm();
layOutParts();

/** Brings in the parts that section.css leaves out of the first layout: one in each frame, or all that a link skips. */
function layOutParts(): void {
  const parts = [...document.querySelectorAll<HTMLElement>('.part')];
  const next = () => {
    const part = parts.shift();
    if (part === undefined) return;
    part.style.contentVisibility = 'visible';
    if (location.hash === '') requestAnimationFrame(next);
    else next();
  };
  if (location.hash !== '' || document.readyState === 'complete') next();
  else addEventListener('load', next, { once: true });
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
