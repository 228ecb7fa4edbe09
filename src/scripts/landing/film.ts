/** Loads the demo video when its window first opens, and stops it when the window closes. */
export function startFilm(): void {
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
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) void video.play().catch(() => undefined);
  });
  dialog.addEventListener('close', () => video.pause());
}
