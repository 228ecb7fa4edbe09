import type { LaterTexts } from '#src/client/load-texts.ts';
import type { TextOf } from '#src/lib/text-of.ts';

export type FeedText = TextOf<keyof LaterTexts>;
