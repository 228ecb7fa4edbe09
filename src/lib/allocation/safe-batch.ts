/** A transaction without coins. */
export interface PlainCall {
  readonly to: string;
  readonly data: string;
}

/** Transactions as the app "Transaction Builder" of a Safe takes them. */
export function safeBatch(
  calls: readonly PlainCall[],
  { chainId, name, at }: { readonly chainId: number; readonly name: string; readonly at: number },
): string {
  const transactions = calls.map(({ to, data }) => ({
    to,
    value: '0',
    data,
    contractMethod: null,
    contractInputsValues: null,
  }));
  const meta = { name, description: '', txBuilderVersion: '1.18.0' };
  return `${JSON.stringify({ version: '1.0', chainId: String(chainId), createdAt: at, meta, transactions }, null, 2)}\n`;
}
