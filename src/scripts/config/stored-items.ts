import { whenNear } from '../when-near.ts';

const box = document.querySelector<HTMLElement>('[data-stored]');

/** The list stands at the end of long pages: what shows it comes when the reader does. */
if (box !== null)
  whenNear(box, async () => {
    const { showStored } = await import('./show-stored.ts');
    showStored(box);
  });
