import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readPaymentId } from '#src/chain/payment-id.ts';
import { LOCALE_CODES } from '#src/config/locales.ts';
import { readToken } from '#src/lib/airdrop/human-check.ts';
import { readXAccount, readYoutubeName } from '#src/lib/airdrop/social-accounts.ts';
import { readVideoLink } from '#src/lib/airdrop/video-link.ts';
import { preferredLanguage } from '#src/lib/text/accept-language.ts';
import { printable } from '#src/lib/text/printable.ts';
import { parseTrackInput } from '#src/lib/text/track-input.ts';
import { votedText } from '#src/lib/text/vote-text.ts';
import { readProofMessage } from '#src/server/platform/sessions/read-proof-message.ts';

/** The most that a body, or the headers of a request, can contain. */
const BYTES = 16_000;
/** Parts of texts that have several readings, repeated until the text is as long as it may be. */
const PARTS = [
  ...['a', '0', '0x', ' ', '\n', '\t ', '-', '--', '-a', '.', 'a.', '..', '@', '@a.', 'a@', '/', '//', '/a', ',', ';'],
  ...[';q=', 'q=0.', '(', ' (', ' (a', 'URI: ', 'URI: a\n', '\nVersion: ', '\n- ', '://', 'a://', ':', '[', '"', '\\'],
  ...['\u0301', '\u212b', '\ud800', '\u{1d7d8}', '%', '%2', '_', '1.', '1e', '2.a.', '<', '&a=', '\u0000', 'https://'],
];
const HEADS = [
  '',
  '0x',
  'https://',
  'https://youtu.be/',
  'a@',
  'Vote in a site poll of a\n\nProposal: ',
  `localhost wants you to sign in with your Ethereum account:\n0x${'1'.repeat(40)}\n\n`,
  'URI: a\nVersion: 1\nChain ID: 1\nNonce: a\nIssued At: ',
];
const TEXTS = HEADS.flatMap((head) => PARTS.map((part) => head + part.repeat(Math.floor(BYTES / part.length))));
const ROUNDS = 5;

/** The milliseconds of processor that this thread needed: what other programs take of the machine does not count. */
function spentMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** The shortest of a few times. */
function shortest(work: () => unknown): number {
  return Math.min(...Array.from({ length: ROUNDS }, () => spentMs(work)));
}

/** A quarter of what a pattern that grows with the square takes here; one that is linear takes a fiftieth at most. */
const ALLOWED_MS = shortest(() => /a+b/.test('a'.repeat(BYTES))) / 4;

/** The texts that a parser reads slower than any linear one would, with their times. */
function slowTexts(parse: (text: string) => unknown, texts = TEXTS): string[] {
  return texts.flatMap((text) => {
    if (spentMs(() => parse(text)) < ALLOWED_MS) return [];
    const taken = shortest(() => parse(text));
    return taken < ALLOWED_MS ? [] : [`${JSON.stringify(text.slice(0, 60))}: ${taken} ms, ${ALLOWED_MS} allowed`];
  });
}

const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  'a sign-in message': (text) => readProofMessage(text, new URL('https://synx.example'), 0),
  'a vote': votedText,
  'a human check': readToken,
  'a pasted hash': parseTrackInput,
  'a receipt number': readPaymentId,
  'a language': (text) => preferredLanguage(text, LOCALE_CODES),
  'a video': (text) => readVideoLink(text, 'youtube'),
  'an X account': readXAccount,
  'a YouTube name': readYoutubeName,
  'a printed text': printable,
};

test.each(Object.entries(PARSERS))('no text costs a stranger little and the server much: %s (S32)', (_name, parse) => {
  expect(slowTexts(parse)).toEqual([]);
});

test('no field of any call costs a stranger little and the server much (S32)', async () => {
  const folder = join(process.cwd(), 'src/contract');
  const schemas: [string, z.ZodType][] = [];
  for (const file of readdirSync(folder))
    for (const [name, value] of Object.entries(await import(join(folder, file))))
      if (value instanceof z.ZodType && !/Response/.test(name)) schemas.push([`${file} ${name}`, value]);
  expect(schemas.length).toBeGreaterThan(60);
  const texts = TEXTS.slice(0, PARTS.length);
  const slow = schemas.flatMap(([name, schema]) => {
    const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : null;
    const given = (text: string) =>
      fields === null ? text : Object.fromEntries(fields.map((field) => [field, text.slice(0, BYTES / fields.length)]));
    return slowTexts((text) => schema.safeParse(given(text)), texts).map((told) => `${name}: ${told}`);
  });
  expect(slow).toEqual([]);
});
