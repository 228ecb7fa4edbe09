import { expect, test } from 'vitest';
import { createLogger } from '#src/server/platform/util/create-logger.ts';

test('an answer of a megabyte, quoted by an error and by those around it, is logged by its beginning (S26)', () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) });
  const text = `https://node.example/s3cret ${'x'.repeat(1_000_000)}`;
  const cause = Object.assign(new Error(text), { details: text, data: [text, { text }] });
  logger.warn({ err: Object.assign(new Error(text, { cause }), cause) }, 'a chain cannot be read');
  expect(lines).toHaveLength(1);
  expect(lines[0]?.length).toBeLessThan(20_000);
  expect(lines[0]).toContain('https://node.example/…');
  expect(lines[0]).not.toContain('s3cret');
});
