import { request } from '#src/client/request.ts';
import type { WindowTexts } from '#src/i18n/namespace.ts';

let loaded: Promise<Awaited<ReturnType<typeof load>>> | null = null;

/** Loads the windows and their words from `url`, once for all of them; a failure is not kept. */
export function loadWindows(url: string): ReturnType<typeof load> {
  loaded ??= load(url).catch((error: unknown) => {
    loaded = null;
    throw error;
  });
  return loaded;
}

async function load(url: string) {
  const [windows, texts] = await Promise.all([import('./WalletWindow.tsx'), request<WindowTexts>('GET', url)]);
  return { WalletWindow: windows.WalletWindow, texts };
}
