import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { loadToastTexts } from '#src/client/load-toast-texts.ts';
import { Page } from '#src/components/ui/page.tsx';
import { usePart } from '#src/components/ui/use-part.ts';
import { TOAST_RULES } from '#src/config/limits.ts';
import { $toasts } from '#src/stores/toasts.ts';
import { ToastItem, type ToastPage } from './ToastItem.tsx';
import { isKnownToast } from './toast-text.ts';

interface Props extends Omit<ToastPage, 'texts'> {
  /** Name of the area. */
  readonly label: string;
}

/** The toast area: only the newest shows, F8 moves the focus there. Texts load with the first one. */
export function Toaster({ label, ...props }: Props) {
  const texts = usePart(loadToastTexts, () => undefined);
  const toasts = useStore($toasts, { ssr: 'initial' });
  const region = useRef<HTMLElement>(null);
  const pressed = useRef<Element | null>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => event.key === TOAST_RULES.hotkey && region.current?.focus();
    // Safari does not focus what is pressed.
    const note = ({ target }: Event) => {
      pressed.current = target instanceof Element ? target : null;
    };
    addEventListener('keydown', focus);
    addEventListener('click', note, true);
    return () => {
      removeEventListener('keydown', focus);
      removeEventListener('click', note, true);
    };
  }, []);
  return (
    <section className="toasts" ref={region} tabIndex={-1} aria-label={label}>
      {texts !== null && (
        <Page given={{ ...props, texts }}>
          {toasts
            .filter((toast) => toast.open && isKnownToast(toast, texts))
            .slice(0, TOAST_RULES.visible)
            .map((toast) => (
              <ToastItem key={toast.id} toast={toast} pressed={pressed} />
            ))}
        </Page>
      )}
    </section>
  );
}
