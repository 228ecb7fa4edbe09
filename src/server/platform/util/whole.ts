import { z } from 'zod';

/** A setting that is a whole number within these limits. */
export const whole = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum);
