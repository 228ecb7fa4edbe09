import { useId } from 'react';
import { Button } from '#src/components/ui/Button.tsx';
import type { PanelProps } from './panels-props.ts';

interface Props extends Pick<PanelProps, 't' | 'isOpen'> {
  readonly text: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
}

/** The button of what is possible once claiming is open; until then a note next to it says so. */
export function LaterAction({ t, isOpen, ...action }: Props) {
  const note = useId();
  const closed = { look: 'closed', 'aria-describedby': note } as const;
  return (
    <>
      <Button {...action} {...(isOpen ? {} : closed)} />
      {!isOpen && (
        <p className="note" id={note}>
          {t('staking.notOpen')}
        </p>
      )}
    </>
  );
}
