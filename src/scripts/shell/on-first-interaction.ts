import { startErrorScreen } from './error-screen.ts';
import { startTooltips } from './tooltips.ts';

// The scripts a page needs from the visitor's first interaction on: a tooltip waits longer than they take to load, and
// a pressed form finds its sender.
startTooltips();
startErrorScreen();
void import('./newsletter.ts').catch(() => undefined);
if (document.getElementById('roadmap') !== null)
  void import('../landing/live-landing.ts').then((part) => part.startLiveLanding()).catch(() => undefined);
