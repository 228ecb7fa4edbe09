import { describe, expect, test } from 'vitest';
import { accountKey, readXAccount, readYoutubeName } from '#src/lib/airdrop/social-accounts.ts';
import { readVideoLink } from '#src/lib/airdrop/video-link.ts';

describe('names', () => {
  test.each([
    ['kiln', 'kiln'],
    [' @Kiln_Co ', 'Kiln_Co'],
    ['https://x.com/kiln', 'kiln'],
    ['https://www.twitter.com/kiln/', 'kiln'],
  ])('[R5.037] the X name in %j is %j', (text, name) => {
    expect(readXAccount(text)).toBe(name);
  });
  test.each([
    '',
    ' ',
    '@',
    'a b',
    'kiln!',
    'a'.repeat(16),
    'https://evil.example/kiln',
    'see https://x.com/kiln',
    'a@kiln',
    'https://x.com/kiln/status/1',
    '<b>',
  ])('[R5.031] %j is not an X name', (text) => expect(readXAccount(text)).toBeNull());
  test.each([
    ['@kiln.studio', 'kiln.studio'],
    ['  Kiln   Studio ', 'Kiln Studio'],
    ['窯の工房', '窯の工房'],
    ['किल्न', 'किल्न'],
  ])('[R5.037] the YouTube name in %j is %j', (text, name) => {
    expect(readYoutubeName(text)).toBe(name);
  });
  test.each(['', '@', '<script>', 'a\u0000b', 'a\u202eb', '/etc/passwd', 'x'.repeat(61)])(
    '[R5.035] %j is not a YouTube name',
    (text) => expect(readYoutubeName(text)).toBeNull(),
  );
  test('spellings of one account have one key', () => {
    expect(accountKey('Kiln Studio')).toBe(accountKey('kilnstudio'));
    expect(accountKey('ＫＩＬＮ')).toBe(accountKey('kiln'));
    expect(accountKey('kiln')).not.toBe(accountKey('klin'));
  });
});

describe('video links', () => {
  test.each([
    ['youtube', 'https://www.youtube.com/watch?v=abcdefghijk&t=3', 'https://www.youtube.com/watch?v=abcdefghijk'],
    ['youtube', 'https://youtube.com/watch?v=abcdefghijk', 'https://www.youtube.com/watch?v=abcdefghijk'],
    ['youtube', 'https://youtu.be/abcdefghijk?si=x', 'https://www.youtube.com/watch?v=abcdefghijk'],
    ['youtube', ' https://m.youtube.com/shorts/abcdefghijk ', 'https://www.youtube.com/watch?v=abcdefghijk'],
    ['tiktok', 'https://www.tiktok.com/@kiln/video/7123456789?q=1', 'https://www.tiktok.com/@kiln/video/7123456789'],
    ['tiktok', 'https://m.tiktok.com/@kiln/video/7123456789/', 'https://m.tiktok.com/@kiln/video/7123456789/'],
    ['instagram', 'https://www.instagram.com/reel/Cabc-1_/?igsh=1', 'https://www.instagram.com/p/Cabc-1_/'],
    ['instagram', 'https://instagram.com/kiln/p/Cabc-1_', 'https://www.instagram.com/p/Cabc-1_/'],
  ] as const)('[R3.069] %s: %s', (site, text, url) => {
    expect(readVideoLink(text, site)?.url).toBe(url);
  });
  test.each([
    'https://vm.tiktok.com/ZMabc123/',
    'https://vt.tiktok.com/ZSabc123/',
    'https://www.tiktok.com/t/ZTabc123/',
  ])('%s changes at every share and identifies no video', (text) => expect(readVideoLink(text, 'tiktok')).toBeNull());
  test('links to one video have one key', () => {
    const keys = ['https://youtu.be/abcdefghijk', 'https://www.youtube.com/live/abcdefghijk'].map(
      (text) => readVideoLink(text, 'youtube')?.key,
    );
    expect(new Set(keys).size).toBe(1);
  });
  test.each([
    'http://youtu.be/abcdefghijk',
    'https://youtu.be.evil.example/abcdefghijk',
    'https://user@youtu.be/abcdefghijk',
    'https://youtu.be:8443/abcdefghijk',
    'https://evil.example/?u=https://youtu.be/abcdefghijk',
    'https://www.youtube.com/@kiln',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/redirect?q=https://evil.example',
    'https://127.0.0.1/watch?v=abcdefghijk',
    'javascript:alert(1)',
    'https://уoutube.com/watch?v=abcdefghijk',
    'https://vm.tiktok.com/ZMabc123/',
    'https://youtu.be/abcdefghijkl',
    '',
  ])('%j is not a YouTube video', (text) => expect(readVideoLink(text, 'youtube')).toBeNull());
  test.each([
    ['tiktok', 'https://not-tiktok.com/@kiln/video/7123456789'],
    ['tiktok', 'https://tiktok.com.evil.example/@kiln/video/7123456789'],
    ['tiktok', 'https://tiktok.com/share/@kiln/video/7123456789'],
    ['tiktok', 'https://tiktok.com/@kiln/video/7123456789/likes'],
    ['instagram', 'https://not-instagram.com/p/Cabc-1_'],
    ['instagram', 'https://instagram.com.evil.example/p/Cabc-1_'],
    ['instagram', 'https://instagram.com/a/b/p/Cabc-1_'],
    ['instagram', 'https://instagram.com/p/Cabc-1_/likes'],
    ['instagram', 'https://instagram.com/kiln'],
  ] as const)('%s has no video at %s', (site, text) => expect(readVideoLink(text, site)).toBeNull());
});
