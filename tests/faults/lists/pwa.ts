import type { Fault } from '../fault.ts';

/** Faults of the area "pwa". */
export const PWA_FAULTS: readonly Fault[] = [
  {
    id: 'R7.073',
    file: 'src/scripts/shell/service-worker.ts',
    find: "register('/sw.js'",
    replace: "register('/worker.js'",
  },
  {
    id: 'R7.074',
    file: 'src/scripts/shell/consent.ts',
    find: "=== 'yes'",
    replace: "=== 'true'",
  },
  {
    id: 'R9.098',
    file: 'src/scripts/shell/service-worker.ts',
    find: 'UPDATE_MS = 60_000',
    replace: 'UPDATE_MS = 600_000',
  },
  {
    id: 'R9.099',
    file: 'src/scripts/shell/service-worker.ts',
    find: "'2025-01-19-v2'",
    replace: "'2025-01-19-v1'",
  },
];
