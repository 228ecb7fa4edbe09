import type { InjectOptions } from 'fastify';
import type { Operation } from './operations.ts';
import { random } from './random.ts';

const WALLET = `0x${'1'.repeat(40)}`;
const HASH = `0x${'2'.repeat(64)}`;

/** Values that no field expects: types, sizes, characters and numbers that have broken parsers before. */
const VALUES: readonly string[] = [
  ...['null', 'true', '0', '-0', '-1', '1.5', '1e400', '-1e400', '1e-400', '9007199254740993', '""', '"abc"', '[]'],
  ...['{}', '[[[]]]', `"${'x'.repeat(9_000)}"`, `"${'9'.repeat(5_000)}"`, '"\\u0000"', '"a\\u0000b"', '"\\ud800"'],
  ...['"\\udfff\\ud800"', '"\\u202e0x1"', '"𝟏𝟐𝟑"', '"١٢٣"', '"0X1111111111111111111111111111111111111111"'],
  ...[`"${WALLET}"`, `"${HASH}"`, `"${WALLET}\\n"`, `"${HASH} "`, '"1; drop table payments"', '"\' or 1=1 --"'],
  ...['"$(id)"', '"{{7*7}}"', '"<script>alert(1)</script>"', '{"$gt":""}', '{"toString":"x"}', '{"length":1e9}'],
  ...['[1,2,3]', '"NaN"', '"Infinity"', '"1e3"', '"0x10"', '"1_000"', '" 1"', '"1."'],
];
const FIELDS = [
  ...['walletAddress', 'transactionHash', 'amount', 'connectionMethod', 'message', 'signature', 'chainId'],
  ...['email', 'locale', 'token', 'id', 'value', 'organisation', 'website', 'type', 'consent'],
  ...['usdcDestination', 'synxDestination', 'synxTokens', 'checkoutUrl', 'fax'],
  ...['missionType', 'data', 'captchaToken', 'skipCaptcha', 'referralCode', 'userWallet', 'videoLink', 'platform'],
  ...['submissionId', 'entryId', 'text', 'proposalId', 'choice', 'nonce'],
  ...['status', 'phase', 'tokenAmount', 'usdAmount', 'termsVersion', 'paymentMethod', 'ethAmount'],
];
const WHOLE: readonly string[] = [
  '',
  ' ',
  '{',
  '}',
  'null',
  '[]',
  '"text"',
  '1',
  '{"a":1,}',
  "{'a':1}",
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  `{"walletAddress":"${WALLET}","walletAddress":null,"amount":"1","amount":[]}`,
  '[{"walletAddress":1}]',
  `${'['.repeat(8_000)}`,
  `${'['.repeat(8_000)}${']'.repeat(8_000)}`,
  `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`,
  `{"a":"${'y'.repeat(17_000)}"}`,
  '\u0000',
  '\ufeff{}',
  'undefined',
  'walletAddress=1&amount=2',
  '<xml/>',
  '{"walletAddress":"\ud800"}',
];
const TYPES = [
  ...['application/json', 'application/json; charset=utf-16', 'application/json;', 'application/JSON', 'text/plain'],
  ...['text/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml', ''],
  ...['*/*', 'application/json, text/plain'],
];
const METHODS = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'GET', 'POST'] as const;
const SEGMENTS: readonly string[] = [
  ...['%', '%0', '%zz', '%00', '%2e%2e%2f%2e%2e%2fetc%2fpasswd', '..%2f..%2fpackage.json', '%c0%ae%c0%ae'],
  ...['%ed%a0%80', '%ff', '%25%32%65', '%u0041', '0x'.padEnd(43, '1'), '0x'.padEnd(41, '1'), `0x${'g'.repeat(40)}`],
  ...[`${WALLET}%00`, `${WALLET}%0a`, `%20${WALLET}`, '1'.repeat(150), '1'.repeat(300), 'x'.repeat(6_000)],
  ...['__proto__', 'constructor', '%F0%9F%98%80', ';a=b', '*'],
];
const QUERIES = [
  ...['', '?', '?%', '?a[]=1&a[__proto__]=2', '?wallet=%00', `?${'q'.repeat(3_000)}`, '?a=1#f', '?__proto__[x]=1'],
];

/** A value that each field accepts, as JSON. */
export const GOOD_FIELDS: Readonly<Record<string, string>> = {
  walletAddress: `"${WALLET}"`,
  transactionHash: `"${HASH}"`,
  amount: '"1"',
  connectionMethod: '"injected"',
  message: '"m"',
  email: '"reader@example.org"',
  organisation: '"Kiln"',
  type: '"media"',
  consent: 'true',
  id: '"what-is-synx"',
  locale: '"en"',
  value: '"up"',
  usdcDestination: `"${WALLET}"`,
  synxDestination: `"${WALLET}"`,
  usdAmount: '"20"',
  synxTokens: '"1538"',
  checkoutUrl: '"https://pay.example/"',
  signature: '"0x00"',
  missionType: '"xFollow"',
  data: '{"xAccount":"kiln"}',
  captchaToken: '"1.a.sum.1+1.2.b"',
  referralCode: '"AB12"',
  userWallet: `"${WALLET}"`,
  videoLink: '"https://youtu.be/abcdefghijk"',
  platform: '"youtube"',
  submissionId: '"1"',
  text: '"Why?"',
  proposalId: '"first-shelf"',
  choice: '"vases"',
  nonce: `"${'a'.repeat(32)}"`,
};

/** `count` malformed requests for one operation: body, content type, method, path and query in turn. */
export function malformed(operation: Operation, count: number, seed: number): InjectOptions[] {
  const { pick } = random(seed);
  const path = operation.path.replace(/\{\w+\}/, WALLET);
  const post = (payload: string, type = 'application/json'): InjectOptions => ({
    method: 'POST',
    url: path,
    headers: type === '' ? {} : { 'content-type': type },
    payload,
  });
  const body = () => {
    const fields = Object.fromEntries(FIELDS.filter(() => pick([true, true, false])).map((field) => [field, '']));
    return `{${Object.keys(fields)
      .map((field) => `"${field}":${pick(VALUES)}`)
      .join(',')}}`;
  };
  const nearlyGood = () => {
    const good: Record<string, string> = { ...GOOD_FIELDS };
    good[pick(FIELDS)] = pick(VALUES);
    return `{${Object.entries(good)
      .map(([field, value]) => `"${field}":${value}`)
      .join(',')}}`;
  };
  const kinds: (() => InjectOptions)[] = [
    () => ({ method: pick(METHODS), url: `${path}${pick(QUERIES)}` }),
    () => ({ method: 'GET', url: `${operation.path.replace(/\{\w+\}|[^/]+$/, pick(SEGMENTS))}${pick(QUERIES)}` }),
    () => ({ method: pick(METHODS), url: `${path}/${pick(SEGMENTS)}` }),
    () => ({ method: operation.method, url: path, headers: { cookie: `synx=${pick(SEGMENTS)}; ${pick(SEGMENTS)}` } }),
    () => ({
      method: operation.method,
      url: path,
      headers: { origin: pick(SEGMENTS), host: pick(['', 'x', '[::1', 'a b']) },
    }),
  ];
  if (operation.method === 'POST') {
    kinds.push(
      () => post(body()),
      () => post(body()),
      () => post(nearlyGood()),
      () => post(nearlyGood()),
      () => post(nearlyGood()),
      () => post(pick(WHOLE)),
      () => post(pick(WHOLE), pick(TYPES)),
      () => post(nearlyGood(), pick(TYPES)),
    );
  }
  return Array.from({ length: count }, () => pick(kinds)());
}
