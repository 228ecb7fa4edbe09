import { request } from './request.ts';

/**
 * Default query function (R7.005-R7.008): GET on the key's segments joined with slashes; throws RequestError on non-OK.
 */
export function query<T>(...segments: readonly unknown[]): Promise<T> {
  return request<T>('GET', segments.map(String).join('/'));
}
