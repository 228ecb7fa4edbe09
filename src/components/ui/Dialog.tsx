import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

interface Props {
  readonly title: string;
  /** Class names added to those of every dialog. */
  readonly className?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A native modal window, open while it is rendered: the browser handles focus, Escape and the page behind it. */
export function Dialog({ title, className, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // A layout effect is cleaned up while the element is still in the page, so that closing it returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // data-first-focus takes precedence over the first control; a long window still opens at its beginning.
    element?.querySelector<HTMLElement>('[data-first-focus]')?.focus({ preventScroll: true });
    element?.scrollTo(0, 0);
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; the keyboard has Escape
    <dialog
      ref={dialog}
      className={className === undefined ? 'dialog' : `dialog ${className}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="stack">
        <h2 id={heading}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
