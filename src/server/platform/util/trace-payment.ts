import { context, ROOT_CONTEXT, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('synx');

/** Runs a step as a span; the trace id is half the transaction's hash, so that all its steps form one trace. */
export function tracePayment<Result>(
  step: 'post' | 'read' | 'credit',
  transactionHash: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const root = trace.setSpanContext(ROOT_CONTEXT, {
    traceId: transactionHash.slice(2, 34),
    spanId: transactionHash.slice(34, 50),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  });
  const span = tracer.startSpan(`payment ${step}`, { attributes: { 'synx.transaction': transactionHash } }, root);
  return context.with(trace.setSpan(root, span), async () => {
    try {
      return await work();
    } catch (error) {
      span.recordException(error instanceof Error ? error : String(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
