import { expect, test } from 'vitest';
import { canonicalJson } from '#src/lib/hash/canonical-json.ts';

test('keys are sorted by code unit at every depth, without white space', () => {
  // The keys of the example in RFC 8785, section 3.2.3.
  const keys = { '€': 5, '\r': 1, '\ufb33': 7, '1': 2, '😀': 6, '\u0080': 3, ö: 4 };
  expect(canonicalJson({ b: [1, { d: null, c: true }], a: keys })).toBe(
    '{"a":{"\\r":1,"1":2,"\u0080":3,"ö":4,"€":5,"😀":6,"\ufb33":7},"b":[1,{"c":true,"d":null}]}',
  );
});

test('texts are escaped as JSON escapes them', () => {
  expect(canonicalJson('€$\u000f\nA\'B"\\\\"/')).toBe('"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"');
});

test.each([1.5, Number.NaN, 2 ** 53, undefined, 1n, '\ud800', () => 1, { a: undefined }])(
  '%s has no canonical form',
  (value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  },
);

test('minus zero is zero', () => {
  expect(canonicalJson([-0, -7])).toBe('[0,-7]');
});
