import { type Context, type Span, type SpanOptions, trace } from '@opentelemetry/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tracePayment } from '#src/server/platform/util/trace-payment.ts';

const HASH = `0x${'0123456789abcdef'.repeat(4)}`;

interface Kept {
  readonly name: string;
  readonly trace: string | undefined;
  readonly transaction: unknown;
  failed: boolean;
  ended: boolean;
}

const spans: Kept[] = [];
beforeAll(() => {
  // As much of an SDK as spans need.
  const startSpan = (name: string, options: SpanOptions, parent: Context): Span => {
    const { traceId } = trace.getSpanContext(parent) ?? {};
    const kept = { name, trace: traceId, transaction: options.attributes?.['synx.transaction'] };
    const span: Kept = { ...kept, failed: false, ended: false };
    spans.push(span);
    const fake = {
      recordException: () => undefined,
      setStatus: () => {
        span.failed = true;
      },
      end: () => {
        span.ended = true;
      },
    };
    return fake as unknown as Span;
  };
  trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan, startActiveSpan: () => undefined }) as never });
});
afterAll(() => trace.disable());

test('all steps of a transaction are one trace, on every instance', async () => {
  expect(await tracePayment('post', HASH, async () => 'posted')).toBe('posted');
  await tracePayment('credit', HASH, async () => undefined);
  const common = { trace: HASH.slice(2, 34), transaction: HASH, failed: false, ended: true };
  expect(spans.splice(0)).toEqual([
    { name: 'payment post', ...common },
    { name: 'payment credit', ...common },
  ]);
});

test('a step that fails ends its span, and its error arrives unchanged', async () => {
  const fault = new Error('the sources disagree');
  await expect(tracePayment('read', HASH, () => Promise.reject(fault))).rejects.toBe(fault);
  expect(spans.splice(0)).toMatchObject([{ name: 'payment read', failed: true, ended: true }]);
});
