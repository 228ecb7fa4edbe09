/** The four letters of the name on a field of 81 × 24: WORDMARK_STROKE draws them, WORDMARK_CUT cuts them. */
export const WORDMARK =
  'M13.2 5.2A4.7 4.7 0 1 0 9 12A4.7 4.7 0 1 1 4.8 18.8M21.5 2.6L29 12.6L36.5 2.6M29 12.2V21.4M43.5 21.4V3L57 21V2.6M64 2.6L78 21.4M78 2.6L64 21.4';

export const WORDMARK_SIZE = { width: 81, height: 24 } as const;
export const WORDMARK_STROKE = 4.4;
export const WORDMARK_CUT = 0.9;
