import { whenNear } from './when-near.ts';

const box = document.querySelector<HTMLElement>('[data-news]');

/** The system log is far down its page: its code loads when the reader gets there. */
if (box !== null)
  whenNear(box, async () => {
    const { showNews } = await import('./show-news.ts');
    await showNews(box);
  });
