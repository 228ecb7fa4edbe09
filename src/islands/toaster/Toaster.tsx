import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { TOAST_RULES } from '#src/config/limits.ts';
import { $toasts } from '#src/stores/toasts.ts';
import { ToastItem } from './ToastItem.tsx';
import { isKnownToast } from './toast-text.ts';

interface Props {
  /** Every text a toast may show, by its full key. */
  readonly texts: Readonly<Record<string, string>>;
  readonly tag: string;
  readonly trackPath: string;
}

/** The toast area: only the newest toast is visible, F8 moves the focus there (R9.032-R9.036). */
export function Toaster({ texts, tag, trackPath }: Props) {
  const toasts = useStore($toasts, { ssr: 'initial' });
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => event.key === TOAST_RULES.hotkey && region.current?.focus();
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
  const visible = toasts.filter((toast) => toast.open && isKnownToast(toast, texts)).slice(0, TOAST_RULES.visible);
  return (
    <section className="toasts" ref={region} tabIndex={-1} aria-label={texts['toast.hotkey']}>
      {visible.map((toast) => (
        <ToastItem key={toast.id} toast={toast} texts={texts} tag={tag} trackPath={trackPath} />
      ))}
    </section>
  );
}
