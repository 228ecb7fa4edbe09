import { formatUsd } from '#src/lib/text/format-number.ts';
import type { CardText } from './card-text.ts';

interface Props {
  readonly t: CardText;
  readonly tag: string;
  /** USD as decimal text; undefined until the first answer. */
  readonly total: string | undefined;
}

/** Total USD Raised: credited purchases only. */
export function Raised({ t, tag, total }: Props) {
  return (
    <dl className="row row-between">
      <dt className="label">{t('presale.raised')}</dt>
      <dd className="figure ltr">{total === undefined ? '–' : formatUsd(total, tag)}</dd>
    </dl>
  );
}
