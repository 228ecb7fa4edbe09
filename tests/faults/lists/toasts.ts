import type { Fault } from '../fault.ts';

/** Faults of the area "toasts". */
export const TOASTS_FAULTS: readonly Fault[] = [
  {
    id: 'R9.032',
    file: 'src/config/limits.ts',
    find: 'visible: 1,',
    replace: 'visible: 2,',
  },
  {
    id: 'R9.033',
    file: 'src/config/limits.ts',
    find: 'removeMs: 1_000_000',
    replace: 'removeMs: 100_000',
  },
  {
    id: 'R9.034',
    file: 'src/config/limits.ts',
    find: 'durationMs: 5_000',
    replace: 'durationMs: 4_000',
  },
  {
    id: 'R9.035',
    file: 'src/config/limits.ts',
    find: 'swipePx: 50,\n  hotkey',
    replace: 'swipePx: 100,\n  hotkey',
  },
  {
    id: 'R9.036',
    file: 'src/config/limits.ts',
    find: "hotkey: 'F8'",
    replace: "hotkey: 'F9'",
  },
  {
    id: 'R9.037',
    file: 'src/islands/toaster/toasts.css',
    find: 'max-inline-size: 420px',
    replace: 'max-inline-size: 480px',
  },
];
