import { AccountDialog } from './AccountDialog.tsx';
import { ChooseDialog } from './ChooseDialog.tsx';
import { DesktopRequired } from './DesktopRequired.tsx';
import type { AllWalletTexts } from './wallet-texts.ts';

export type WindowName = 'choose' | 'account' | 'desktop';

interface Props {
  readonly name: WindowName;
  readonly texts: AllWalletTexts;
  readonly account: string | null;
  /** The address of the dashboard in the page's language. */
  readonly dashboard: string;
  readonly onClose: () => void;
}

/** The window of this name; the account window closes with the connection. */
export function WalletWindow({ name, texts, account, dashboard, onClose }: Props) {
  if (name === 'desktop') return <DesktopRequired texts={texts} dashboard={dashboard} onClose={onClose} />;
  if (name === 'choose') return <ChooseDialog texts={texts} onClose={onClose} />;
  return account === null ? null : <AccountDialog texts={texts} account={account} onClose={onClose} />;
}
