import { useId } from 'react';
import { Button } from '#src/components/ui/Button.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import type { PanelProps, PanelsProps } from './panels-props.ts';

interface Props extends Pick<PanelProps, 'isOpen'> {
  readonly text: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
}

/** The button of what is possible once claiming is open; until then a note next to it says so. */
export function LaterAction({ isOpen, ...action }: Props) {
  const { t } = usePage<PanelsProps>();
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
