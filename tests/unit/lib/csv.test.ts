import { expect, test } from 'vitest';
import { toCsv } from '#src/lib/text/csv.ts';

test('fields with commas, quotes and line ends are quoted, nulls are empty', () => {
  expect(toCsv([['a', 'b,c', 'd"e', 'f\ng', null, 7]])).toBe('a,"b,c","d""e","f\ng",,7\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('%j is shown by a spreadsheet, never executed', (text) => {
  expect(toCsv([[text]])).toMatch(/^"?'/);
});

test('a text with an operator in its middle stays as it is', () => {
  expect(toCsv([['1+1=2']])).toBe('1+1=2\r\n');
});
