import { expect, test } from 'vitest';
import { isPhone } from '#src/wallet/is-phone.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const PIXEL = 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  ['Safari on an iPhone', { userAgent: `${IPHONE} Version/19.2 Mobile/15E148 Safari/604.1` }],
  ['Chrome on Android', { userAgent: `${PIXEL} Chrome/146.0 Mobile Safari/537.36`, userAgentData: { mobile: true } }],
  ['Firefox on Android', { userAgent: 'Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0' }],
  ["a wallet's browser on an iPhone", { userAgent: `${IPHONE} Mobile/15E148 WebView MetaMaskMobile` }],
  ["a wallet's browser on Android", { userAgent: `${PIXEL} Version/4.0 Chrome/146.0 Mobile Safari/537.36 Trust/1.0` }],
  [
    'a view that names itself a phone in its user agent alone',
    { userAgent: `${PIXEL} Chrome/146.0 Mobile Safari/537.36`, userAgentData: { mobile: false } },
  ],
  ['a phone that gives a bare user agent', { userAgent: 'Mozilla/5.0', userAgentData: { mobile: true } }],
])('[R1.036] [R2.049] %s is a phone', (_, agent) => {
  expect(isPhone(agent)).toBe(true);
});

test.each([
  [
    'Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0 Safari/537.36',
  ],
  ['a laptop with a touch screen', 'Mozilla/5.0 (Windows NT 10.0; Touch; rv:150.0) Gecko/20100101 Firefox/150.0'],
  [
    'a Mac, and an iPad, which names itself one',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.2 Safari/605.1.15',
  ],
  [
    'an Android tablet',
    'Mozilla/5.0 (Linux; Android 16; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0 Safari/537.36',
  ],
])('%s is not a phone', (_, userAgent) => {
  expect(isPhone({ userAgent })).toBe(false);
  expect(isPhone({ userAgent, userAgentData: { mobile: false } })).toBe(false);
});

test('without a browser there is no phone', () => {
  expect(isPhone(undefined)).toBe(false);
});
