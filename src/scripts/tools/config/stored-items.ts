import { onVisible } from '#src/scripts/shared/on-visible.ts';

const box = document.querySelector<HTMLElement>('[data-stored]');

/** The list is at the end of long pages: its code loads when the reader gets there. */
if (box !== null)
  onVisible(box, async () => {
    const { showStored } = await import('./show-stored.ts');
    showStored(box);
  });
