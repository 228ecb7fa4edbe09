import { useId } from 'react';
import type { PartProps } from './part-props.ts';

interface Props {
  readonly t: PartProps['t'];
  readonly path: string;
  readonly ticked: boolean;
  /** True after Confirm was pressed without the tick. */
  readonly missed: boolean;
  readonly onChange: (ticked: boolean) => void;
}

/** The acceptance of the terms, asked for once before the first purchase (pages.md 3.6). */
export function TermsBox({ t, path, ticked, missed, onChange }: Props) {
  const problem = useId();
  return (
    <div className="stack-tight">
      <label className="tick">
        <input
          type="checkbox"
          checked={ticked}
          aria-invalid={missed}
          aria-describedby={problem}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{t('pay.review.terms')}</span>
      </label>
      <a className="link" href={path} target="_blank" rel="noreferrer">
        {t('pay.review.termsLink')}
      </a>
      <p className="danger" id={problem} role="status">
        {missed ? t('pay.review.termsNeeded') : ''}
      </p>
    </div>
  );
}
