import { expect, test } from 'vitest';
import hindi from '#content/i18n/hi.json' with { type: 'json' };
import { datesText } from '#src/scripts/tools/claim/claim-dates.ts';

const DAY = 86_400n;
const NOW = 1_800_000_000n;
const part = (amount: bigint, end: bigint) => ({ kind: 'bought' as const, amount, start: NOW, end, opened: 0n });

test('the dates of a claim are a calendar that any program reads, in every script', async () => {
  const reading = {
    address: `0x${'a'.repeat(40)}`,
    contract: { time: NOW } as never,
    parts: [part(5n, NOW - DAY), part(1_234_567_890_123n, NOW + DAY), part(0n, NOW + 2n * DAY), part(1n, NOW + DAY)],
  };
  const text = await datesText(reading as never, `${hindi['claim.event']}, ${hindi['claim.event']}; {n}`, 'hi');
  const lines = text.split('\r\n');
  expect(lines.every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true);
  const unfolded = text.replace(/\r\n[ \t]/g, '');
  expect(unfolded.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  expect(unfolded).toContain(`UID:${reading.address}-${NOW + DAY}@synx\r\n`);
  expect(unfolded).toContain('DTSTART:20270116T080000Z\r\n');
  expect(unfolded).toMatch(/SUMMARY:SYNX: .*1\\,234\.567890124.*\\;/);
});
