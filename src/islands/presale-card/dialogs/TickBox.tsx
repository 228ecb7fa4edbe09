import { type ReactNode, useId } from 'react';

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
  return (
    <div className="stack-tight">
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
      <p className="danger" id={id} role="status">
        {problem ?? ''}
      </p>
    </div>
  );
}
