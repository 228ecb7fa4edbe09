import { request } from './request.ts';

/** Waits between tries, in milliseconds: a toast often appears just when the connection is lost. */
const RETRY_MS = [500, 2_000, 5_000, 15_000] as const;

/** The texts of toasts in the page's language, by their full keys. Throws after several failures. */
export async function loadToastTexts(): Promise<Readonly<Record<string, string>>> {
  const read = () => request<Record<string, string>>('GET', `/toast-texts/${document.documentElement.lang}.json`);
  for (const wait of RETRY_MS) {
    try {
      return await read();
    } catch (error) {
      console.warn(error);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return read();
}
