import type { LaterTexts } from '#src/i18n/dictionary.ts';
import { request } from './request.ts';

let loading: Promise<LaterTexts> | null = null;

/** Texts of parts that load on first use, in the page's language; requested once, and again after an error. */
export function loadTexts(): Promise<LaterTexts> {
  loading ??= request<LaterTexts>('GET', `/texts/${document.documentElement.lang}.json`).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}
