const box = document.querySelector<HTMLElement>('[data-news]');

/** The system log stands far down its page: what shows it comes when the reader does. */
const near = new IntersectionObserver(
  async ([entry]) => {
    if (box === null || entry?.isIntersecting !== true) return;
    near.disconnect();
    const { showNews } = await import('./show-news.ts');
    await showNews(box);
  },
  { rootMargin: '400px' },
);
if (box !== null) near.observe(box);
