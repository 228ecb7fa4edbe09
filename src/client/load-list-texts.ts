import type { ListTexts } from '#src/i18n/namespace.ts';
import { request } from './request.ts';

/** What is said of a list of the handover, in the page's language. Throws RequestError. */
export function loadListTexts(): Promise<ListTexts> {
  return request<ListTexts>('GET', `/list-texts/${document.documentElement.lang}.json`);
}
