import { AccountDialog } from './AccountDialog.tsx';
import { ChooseDialog } from './ChooseDialog.tsx';
import { DesktopRequired } from './DesktopRequired.tsx';
import type { WindowProps } from './wallet-props.ts';

export type WindowName = 'choose' | 'account' | 'desktop';

interface Props extends WindowProps {
  readonly name: WindowName;
  readonly account: string | null;
}

/** The window of this name; the account window closes with the connection. */
export function WalletWindow({ name, account, ...props }: Props) {
  if (name === 'desktop') return <DesktopRequired {...props} />;
  if (name === 'choose') return <ChooseDialog {...props} />;
  return account === null ? null : <AccountDialog {...props} account={account} />;
}
