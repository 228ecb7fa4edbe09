import { useStore } from '@nanostores/react';
import { type SubmitEvent, useState } from 'react';
import { copyText } from '#src/client/copy-text.ts';
import { Button } from '#src/components/ui/Button.tsx';
import { ConnectPrompt } from '#src/components/ui/ConnectPrompt.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { ADDRESS_PATTERN } from '#src/lib/text/hex-patterns.ts';
import { $hidden, $lookupAddress, $viewedWallet } from '#src/stores/dashboard.ts';
import { $wallet } from '#src/stores/wallet-state.ts';
import type { DashboardProps } from './dashboard-props.ts';

interface Props {
  /** The API's code if it refused the address. */
  readonly refusal: string | null;
}

/** Whose figures these are, and how to look up another address; works without any wallet. */
export function WalletLookup({ refusal }: Props) {
  const { t, words } = usePage<DashboardProps>();
  const { status } = useStore($wallet);
  const viewed = useStore($viewedWallet);
  return (
    <section className={viewed === null ? 'card wide' : 'row row-between watched wide'}>
      {viewed === null ? (
        <ConnectPrompt texts={{ ...words, prompt: t('dashboard.connect') }} connecting={status === 'connecting'} />
      ) : (
        <Viewed viewed={viewed} />
      )}
      <LookupForm refusal={refusal} isSmall={viewed !== null} />
    </section>
  );
}

/** The address whose figures are shown, with its actions. */
function Viewed({ viewed }: { readonly viewed: string }) {
  const { t, words } = usePage<DashboardProps>();
  const { account } = useStore($wallet);
  const lookup = useStore($lookupAddress);
  const hidden = useStore($hidden);
  const [copied, setCopied] = useState(false);
  // The wallet's own capital letters, so that it reads as it does in the wallet.
  const address = account?.toLowerCase() === viewed ? account : viewed;
  const copy = async (button: Element) => {
    if (!(await copyText(button, address))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  return (
    <>
      {lookup !== null && <p className="warning watched-note">{t('dashboard.watching')}</p>}
      <div className="row watched-wallet">
        <p className="ltr break note">{address}</p>
        <div className="row">
          <Button
            look="small"
            text={copied ? words.copied : words.copy}
            onClick={({ currentTarget }) => void copy(currentTarget)}
          />
          <Button look="small" text={t('dashboard.hide')} aria-pressed={hidden} onClick={() => $hidden.set(!hidden)} />
          {lookup !== null && account !== null && (
            <Button look="small" text={t('dashboard.own')} onClick={() => watch(null)} />
          )}
        </div>
      </div>
    </>
  );
}

interface FormProps extends Pick<Props, 'refusal'> {
  /** Below other content: on one line, its name in the field. */
  readonly isSmall: boolean;
}

/** Looks up another address, and says why one was refused. */
function LookupForm({ refusal, isSmall }: FormProps) {
  const { t, texts } = usePage<DashboardProps>();
  const [invalid, setInvalid] = useState(false);
  const lookUp = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const address = String(new FormData(event.currentTarget).get('address')).trim();
    const isValid = ADDRESS_PATTERN.test(address);
    setInvalid(!isValid);
    if (isValid) watch(address);
  };
  const code = invalid ? 'invalid_wallet_address' : refusal;
  const problem = code === null ? undefined : (texts as Readonly<Record<string, string>>)[`api.${code}`];
  return (
    <>
      <form className="lookup" onSubmit={lookUp} noValidate>
        <div className="field">
          <label className={isSmall ? 'unseen' : undefined} htmlFor="dashboard-address">
            {t('dashboard.lookup')}
          </label>
          <input
            className="input ltr"
            id="dashboard-address"
            name="address"
            autoComplete="off"
            spellCheck={false}
            placeholder={isSmall ? t('dashboard.lookup') : '0x…'}
            aria-invalid={problem !== undefined}
            aria-describedby="dashboard-problem"
          />
        </div>
        <Button text={t('dashboard.lookup.go')} type="submit" />
      </form>
      <p className="danger lookup-problem" id="dashboard-problem" role="status">
        {problem}
      </p>
    </>
  );
}

/** Shows the figures of an address, or of the connected wallet, and puts the address into the page's URL. */
function watch(address: string | null): void {
  $lookupAddress.set(address);
  history.replaceState(null, '', address === null ? location.pathname : `?address=${address}`);
}
