import { startDialogs } from './dialogs.ts';
import { startLanguage } from './language.ts';
import { wakeStores } from './wake-stores.ts';
import { startWhenIdle } from './when-idle.ts';

// What every page does, without a framework and in a few kilobytes.
wakeStores();
startDialogs();
startLanguage();
for (const type of ['pointerover', 'focusin'])
  addEventListener(type, () => void import('./touched.ts'), { once: true });
// A form's own method sends nothing, so that what does may load after the press.
addEventListener('submit', (event) => void import('./newsletter.ts').then((part) => part.sendNewsletter(event)));
startWhenIdle();
// From now on links to sections scroll smoothly.
addEventListener('load', () => {
  document.documentElement.dataset.loaded = '';
});
