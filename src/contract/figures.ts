import { z } from 'zod';
import { NEWS_DATA, type NewsEvent } from './records.ts';
import { signatureFields } from './signature.ts';

export const CHANNELS = ['site', 'community', 'x', 'channel', 'youtube'] as const;

/** Every address at which the project speaks; anything else that claims to be the project is not (docs/receipts.md). */
export const channelsPayloadSchema = z.strictObject({
  type: z.literal('synx-channels'),
  version: z.literal(1),
  channels: z.array(z.strictObject({ channel: z.enum(CHANNELS), address: z.string() })),
});
export type ChannelsPayload = z.infer<typeof channelsPayloadSchema>;
export const verifyChannelsResponseSchema = z.object({ payload: channelsPayloadSchema, ...signatureFields });

export const factsResponseSchema = z.object({
  facts: z.record(
    z.string(),
    z.strictObject({
      value: z.string().describe('A decimal without separators, or an ISO 8601 day'),
      unit: z.string(),
      basis: z.enum(['stated', 'computed', 'unknown']),
    }),
  ),
});
export type FactsResponse = z.infer<typeof factsResponseSchema>;

/** Entries of the system log that change the sale, the rates or the site; incidents do not. */
export const SETTING_EVENTS = (Object.keys(NEWS_DATA) as NewsEvent[]).filter((event) => !event.startsWith('incident-'));
export const CHANGES_SHOWN = 100;
export const configHistoryResponseSchema = z.object({
  entries: z
    .array(
      z.object({
        number: z.number().int().describe('Of the record: GET /api/records/news'),
        at: z.string().describe('ISO 8601'),
        event: z.enum(SETTING_EVENTS as [NewsEvent, ...NewsEvent[]]),
        data: z.union(Object.values(NEWS_DATA)),
      }),
    )
    .max(CHANGES_SHOWN)
    .describe('Newest first'),
});
export type ConfigHistory = z.infer<typeof configHistoryResponseSchema>;
