import { whenNear } from './when-near.ts';

const box = document.querySelector<HTMLElement>('[data-news]');

/** The system log stands far down its page: what shows it comes when the reader does. */
if (box !== null)
  whenNear(box, async () => {
    const { showNews } = await import('./show-news.ts');
    await showNews(box);
  });
