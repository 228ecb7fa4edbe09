import { startErrorScreen } from './error-screen.ts';
import { startTooltips } from './tooltips.ts';

// What a page needs from the visitor's first interaction on: a tooltip waits longer than this takes to load.
startTooltips();
startErrorScreen();
void import('./newsletter.ts').catch(() => undefined);
if (document.getElementById('roadmap') !== null)
  void import('../landing/live-landing.ts').then((part) => part.startLiveLanding()).catch(() => undefined);
