/** The address of the page that tracks a payment; `trackPath` is the page in the visitor's language. */
export function trackAddress(trackPath: string, { hash, chainId }: { hash: string; chainId: number | null }): string {
  return `${trackPath}?${new URLSearchParams({ hash, ...(chainId === null ? {} : { chain: String(chainId) }) })}`;
}
