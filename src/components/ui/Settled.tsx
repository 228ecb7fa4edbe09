import type { ReactNode } from 'react';
import { useSettled } from './use-settled.ts';

interface Props {
  /** The text until then. */
  readonly loading: string;
  /** Whether the first answers are there. */
  readonly answered: boolean;
  readonly children: ReactNode;
}

/** Shows an island's content at once when its first answers are there, so that nothing moves; until then unseen. */
export function Settled({ loading, answered, children }: Props) {
  const settled = useSettled(answered);
  return (
    <>
      {!settled && <Loading text={loading} />}
      <div className="island-room" hidden={!settled}>
        {children}
      </div>
    </>
  );
}

/** The place of an island that has nothing to show yet. */
export function Loading({ text }: { readonly text: string }) {
  return (
    <section className="card loading island-room" data-loading>
      <p>{text}</p>
    </section>
  );
}
