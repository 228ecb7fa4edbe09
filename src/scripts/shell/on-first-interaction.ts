import { startErrorScreen } from './error-screen.ts';
import { startTooltips } from './tooltips.ts';

// What a page needs from the visitor's first move on: a tooltip waits longer than this takes to load, and a form that
// is pressed finds what sends it.
startTooltips();
startErrorScreen();
void import('./newsletter.ts');
