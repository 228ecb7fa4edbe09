import { type SubmitEvent, useId } from 'react';
import { request } from '#src/client/request.ts';
import { usePage } from '#src/components/ui/page.tsx';
import type { Holdings } from '#src/contract/dashboard.ts';
import { ADDRESS_PATTERN } from '#src/lib/text/hex-patterns.ts';
import { refreshHoldings } from '#src/stores/dashboard.ts';
import type { DashboardProps } from './dashboard-props.ts';
import { useOwnWrite } from './use-own-write.ts';

interface Props {
  /** The name of the claim chain. */
  readonly chain: string;
  readonly wallet: string;
  readonly claim: Holdings['claim'];
}

/** Has the owner of a contract wallet name an address for its SYNX, and shows the one named before. */
export function DestinationForm({ chain, wallet, claim }: Props) {
  const { t, texts } = usePage<DashboardProps>();
  const field = useId();
  const { isBusy, problem, setProblem, write } = useOwnWrite();
  const name = async (destination: string) => {
    if (!ADDRESS_PATTERN.test(destination)) return setProblem(texts['api.invalid_wallet_address']);
    const send = () => request('POST', '/api/wallet/destination', { walletAddress: wallet, destination });
    await write(refreshHoldings, wallet, send, { need: 'always' });
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) void name(String(new FormData(event.currentTarget).get('destination')).trim());
  };
  return (
    <>
      <div className="lookup-problem" role="status">
        {claim.named && <p>{t(claim.destination === null ? 'dashboard.claim.hidden' : 'dashboard.claim.named')}</p>}
        {claim.destination !== null && <p className="ltr break">{claim.destination}</p>}
      </div>
      <form className="lookup" onSubmit={submit} noValidate>
        <div className="field">
          <label htmlFor={field}>{t('dashboard.claim.field', { chain })}</label>
          <input
            className="input ltr"
            id={field}
            name="destination"
            autoComplete="off"
            spellCheck={false}
            placeholder="0x…"
            aria-invalid={problem !== ''}
            aria-describedby={`${field}-note ${field}-problem`}
          />
        </div>
        <button className="button" type="submit" aria-disabled={isBusy}>
          {t('dashboard.claim.name')}
        </button>
      </form>
      <p className="danger lookup-problem" id={`${field}-problem`} role="status">
        {problem}
      </p>
      <p className="note" id={`${field}-note`}>
        {t('dashboard.claim.note', { chain })}
      </p>
    </>
  );
}
