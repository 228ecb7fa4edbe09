import { type ReactNode, useEffect, useId, useRef } from 'react';

interface Props {
  readonly label: string;
  readonly ticked: boolean;
  /** The message for a missing tick; null until the payment was confirmed without it. */
  readonly problem: string | null;
  readonly onChange: (ticked: boolean) => void;
  /** Content between the box and its message. */
  readonly children?: ReactNode;
}

/** A consent that a payment needs, with the message for a missing tick. */
export function TickBox({ label, ticked, problem, onChange, children }: Props) {
  const id = useId();
  const message = useRef<HTMLParagraphElement>(null);
  // It may be below the part of a long window that is seen.
  useEffect(() => {
    if (problem !== null) message.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return (
    <div className="stack-tight">
      <div className="row tick-line">
        <label className="tick">
          <input
            type="checkbox"
            checked={ticked}
            aria-invalid={problem !== null}
            aria-describedby={id}
            onChange={(event) => onChange(event.target.checked)}
          />
          <span>{label}</span>
        </label>
        {children}
      </div>
      <p className="danger" id={id} role="status" ref={message}>
        {problem ?? ''}
      </p>
    </div>
  );
}
