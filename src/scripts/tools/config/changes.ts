import { onVisible } from '#src/scripts/shared/on-visible.ts';

const box = document.querySelector<HTMLElement>('[data-changes]');

/** The changes are at the end of their page: their code loads when the reader gets there. */
if (box !== null)
  onVisible(box, async () => {
    const { showChanges } = await import('./show-changes.ts');
    await showChanges(box);
  });
