import { TUNING } from '#src/config/tuning.ts';
import { WIDE_LIMITS } from './tuned-env.ts';

// Loaded before src/server/main.ts (node --import) by tests of the real process that are not about its limits.
Object.assign(TUNING, WIDE_LIMITS);
