import { request } from './request.ts';

/** Default query function: GET on the key's segments joined with slashes; throws RequestError if not OK. */
export function query<T>(...segments: readonly unknown[]): Promise<T> {
  return request<T>('GET', segments.map(String).join('/'));
}
