import { startBurnCalculator } from './burn-calculator.ts';
import { startBuyNow } from './buy-now.ts';
import { startFilm } from './film.ts';

// What the landing page does in addition to every page's own: all of it after a press, so nothing here delays the first
// view.
startBuyNow();
startBurnCalculator();
startFilm();
