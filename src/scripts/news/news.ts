import { onVisible } from '#src/scripts/shared/on-visible.ts';

const box = document.querySelector<HTMLElement>('[data-news]');

/** The system log is far down its page: its code loads when the reader gets there. */
if (box !== null)
  onVisible(box, async () => {
    const { showNews } = await import('./show-news.ts');
    await showNews(box);
  });
