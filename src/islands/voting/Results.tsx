import { usePage } from '#src/components/ui/page.tsx';
import { formatNumber, formatPercent } from '#src/lib/text/format-number.ts';
import type { ProposalProps, VotingProps } from './voting-props.ts';

type Props = Pick<ProposalProps, 'proposal'>;

/** Votes by choice and the number of voting wallets; for an open proposal, the votes so far. */
export function Results({ proposal: { choices, locale, turnout, status } }: Props) {
  const { t, tag } = usePage<VotingProps>();
  return (
    <div className="stack">
      <h3>{t(status === 'open' ? 'voting.resultSoFar' : 'voting.result')}</h3>
      <ul className="stack ballot-results">
        {choices.map(({ id, label, votes }) => {
          const percent = turnout === 0 ? '0' : ((votes * 100) / turnout).toFixed(4);
          return (
            <li key={id}>
              <p className="row row-between">
                <span lang={locale}>{label}</span>
                <span className="number">
                  {`${formatNumber(String(votes), tag)} · ${formatPercent(percent, tag, 0, 1)}`}
                </span>
              </p>
              <progress max={Math.max(1, turnout)} value={votes} aria-label={label} lang={locale} />
            </li>
          );
        })}
      </ul>
      <p className="note number">{t('voting.turnout', { count: formatNumber(String(turnout), tag) })}</p>
    </div>
  );
}
