/** Aborts after `ms` milliseconds, or when `outer` does. Works in browsers without AbortSignal.timeout and .any. */
export function abortAfter(ms: number, outer?: AbortSignal): AbortSignal {
  const control = new AbortController();
  const end = () => control.abort(outer?.reason);
  setTimeout(() => control.abort(new DOMException(`no answer in ${ms} ms`, 'TimeoutError')), ms);
  if (outer?.aborted) end();
  outer?.addEventListener('abort', end, { once: true });
  return control.signal;
}
