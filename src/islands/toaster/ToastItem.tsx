import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#src/components/ui/Button.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { TOAST_RULES } from '#src/config/limits.ts';
import { fill } from '#src/lib/text/fill.ts';
import { trackAddress } from '#src/lib/text/track-address.ts';
import { dismissToast, type Toast } from '#src/stores/toasts.ts';
import { placeToast } from './place-toast.ts';
import { toastText } from './toast-text.ts';

export interface ToastPage {
  readonly texts: Readonly<Record<string, string>>;
  readonly tag: string;
  readonly trackPath: string;
}

interface Props {
  readonly toast: Toast;
  /** What the visitor pressed last. */
  readonly pressed: RefObject<Element | null>;
}

/** One toast: closes after 5 s, on its button or on a swipe to the right, and pauses under the pointer or focus. */
export function ToastItem({ toast, pressed }: Props) {
  const { texts, tag, trackPath } = usePage<ToastPage>();
  const [held, setHeld] = useState(false);
  const start = useRef<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const { id } = toast;
  const dismiss = () => dismissToast(id);

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(id), TOAST_RULES.durationMs);
    return () => clearTimeout(timer);
  }, [held, id]);

  useLayoutEffect(() => {
    if (box.current !== null) placeToast(box.current, pressed.current ?? document.activeElement);
  }, [pressed]);

  const swipe = (event: PointerEvent) => {
    if (start.current !== null && event.clientX - start.current > TOAST_RULES.swipePx) dismiss();
  };
  const { title, text } = toastText(toast, texts, tag);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it has a role; the swipe has a button next to it
    <div
      ref={box}
      className={`toast toast-${toast.variant}`}
      role={toast.variant === 'destructive' ? 'alert' : 'status'}
      aria-atomic="true"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerDown={(event) => {
        start.current = event.clientX;
      }}
      onPointerMove={swipe}
      onPointerUp={() => {
        start.current = null;
      }}
    >
      <div>
        <p className="toast-title">{title}</p>
        {text !== '' && <p>{text}</p>}
        {toast.requestId !== null && (
          <p className="note">{fill(texts['toast.reference'] ?? '', { id: toast.requestId })}</p>
        )}
        {toast.payment !== null && (
          <p>
            <a className="link" href={trackAddress(trackPath, toast.payment)}>
              {texts['pay.hash.track']}
            </a>
          </p>
        )}
      </div>
      <Button look="small" text="×" aria-label={texts['toast.dismiss']} onClick={dismiss} />
    </div>
  );
}
