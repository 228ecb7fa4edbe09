import { usePage } from '#src/components/ui/page.tsx';
import type { Submission } from '#src/contract/airdrop.ts';
import type { AirdropProps } from './airdrop-props.ts';

interface Props {
  readonly appeal: NonNullable<Submission['appeal']>;
  /** The staff's answer; null before a decision, and for an unproven wallet. */
  readonly answer: string | null;
}

const TEXTS = {
  open: 'airdrop.appeal.pending',
  granted: 'airdrop.appeal.granted',
  upheld: 'airdrop.appeal.upheld',
} as const;

/** The outcome of an objection, with the words of the person who decided it. */
export function AppealState({ appeal, answer }: Props) {
  const { t } = usePage<AirdropProps>();
  return (
    <>
      <p className="note">{t(TEXTS[appeal])}</p>
      {answer !== null && <p className="note break">{t('airdrop.missions.reviewer', { note: answer })}</p>}
    </>
  );
}
