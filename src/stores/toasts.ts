import { atom } from 'nanostores';
import { TOAST_RULES } from '#src/config/limits.ts';
import { QUEUED_TOAST } from '#src/config/storage-keys.ts';
import type { ToastKey } from '#src/i18n/dictionary.ts';
import type { Notice } from '#src/wallet/notice.ts';

export interface Toast {
  readonly id: number;
  readonly key: ToastKey;
  readonly values: Readonly<Record<string, string | number>>;
  readonly textKey: string | null;
  readonly text: string | null;
  readonly requestId: string | null;
  readonly variant: 'default' | 'destructive' | 'success';
  readonly payment: NonNullable<Notice['payment']> | null;
  /** False once dismissed: it may fade, and leaves the list later. */
  readonly open: boolean;
  readonly durationMs: number;
}

let lastId = 0;

/** Toasts, newest first, never more than are visible at once. */
export const $toasts = atom<readonly Toast[]>([]);

/** Shows a toast in place of the previous one; returns its id. */
export function showToast(notice: Notice): number {
  lastId += 1;
  const toast: Toast = {
    id: lastId,
    key: notice.key,
    values: notice.values ?? {},
    textKey: notice.textKey ?? null,
    text: notice.text ?? null,
    requestId: notice.requestId ?? null,
    variant: notice.variant ?? 'default',
    payment: notice.payment ?? null,
    open: true,
    durationMs: TOAST_RULES.durationMs,
  };
  $toasts.set([toast, ...$toasts.get()].slice(0, TOAST_RULES.visible));
  return toast.id;
}

/** Closes a toast; it is removed 1,000,000 ms later (R9.033). */
export function dismissToast(id: number): void {
  if (!$toasts.get().some((toast) => toast.id === id && toast.open)) return;
  $toasts.set($toasts.get().map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
  setTimeout(() => $toasts.set($toasts.get().filter((toast) => toast.id !== id)), TOAST_RULES.removeMs);
}

/** Keeps a toast for after the reload that follows (decision 23). */
export function queueToast(notice: Notice): void {
  try {
    sessionStorage.setItem(QUEUED_TOAST, JSON.stringify(notice));
  } catch {
    // Without storage only the toast is lost with the page.
  }
}

/** Shows the toast that was kept for this load, once. */
export function showQueuedToast(): void {
  try {
    const stored = sessionStorage.getItem(QUEUED_TOAST);
    sessionStorage.removeItem(QUEUED_TOAST);
    if (stored !== null) showToast(JSON.parse(stored) as Notice);
  } catch {
    // The stored text is unreadable.
  }
}
