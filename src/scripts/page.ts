import { startDialogs } from './dialogs.ts';
import { startLanguage } from './language.ts';
import { wakeStores } from './wake-stores.ts';
import { startWhenIdle } from './when-idle.ts';

// What every page does, without a framework and in a few kilobytes.
wakeStores();
startDialogs();
startLanguage();
// A tooltip waits longer than its module takes to load, and nobody sends a form without having touched it; one that is sent
// before the module is there is sent again by it.
let touched = false;
let sentEarly: HTMLFormElement | null = null;
const keep = ({ target }: SubmitEvent) => {
  sentEarly = target instanceof HTMLFormElement && 'newsletter' in target.dataset ? target : null;
};
addEventListener('submit', keep);
const loadTouched = () => {
  if (touched) return;
  touched = true;
  void import('./tooltips.ts').then((part) => part.startTooltips());
  void import('./newsletter.ts').then((part) => {
    removeEventListener('submit', keep);
    part.startNewsletter();
    sentEarly?.requestSubmit();
  });
  void import('./error-screen.ts').then((part) => part.startErrorScreen());
};
addEventListener('pointerover', loadTouched, { once: true });
addEventListener('focusin', loadTouched, { once: true });
startWhenIdle();
// From now on links to sections scroll smoothly.
addEventListener('load', () => document.documentElement.toggleAttribute('data-loaded', true), { once: true });
