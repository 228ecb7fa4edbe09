import { startDialogs } from './dialogs.ts';
import { startLanguage } from './language.ts';
import { loadStores } from './load-stores.ts';
import { startWhenIdle } from './when-idle.ts';

// What every page does, without a framework and in a few kilobytes.
loadStores();
startDialogs();
startLanguage();
for (const type of ['pointerover', 'focusin'])
  addEventListener(type, () => void import('./on-first-interaction.ts'), { once: true });
// The form's own method sends nothing, so that what does may still be loading when it is pressed.
addEventListener('submit', ({ target: form }) => {
  if (form instanceof HTMLFormElement && form.dataset.newsletter)
    void import('./newsletter.ts').then((part) => part.sendNewsletter(form));
});
startWhenIdle();
// From now on links to sections scroll smoothly.
addEventListener('load', () => {
  document.documentElement.dataset.loaded = '';
});
