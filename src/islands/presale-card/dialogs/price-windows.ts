import { BasisWindow } from './BasisWindow.tsx';
import { PriceTimeline } from './PriceTimeline.tsx';

/** The two windows that say how an amount is calculated: loaded together, as they share most of their code. */
export const PRICE_WINDOWS = { BasisWindow, PriceTimeline } as const;
