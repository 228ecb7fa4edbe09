/** An address with a letter in the other case, and letters of both cases: those of one case alone state no checksum. */
export function wrongChecksum(address: string): string {
  for (const [at, letter] of [...address].entries()) {
    const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    const changed = `${address.slice(0, at)}${other}${address.slice(at + 1)}`;
    if (at > 1 && other !== letter && /[a-f]/.test(changed) && /[A-F]/.test(changed)) return changed;
  }
  throw new Error(`No letter of ${address} can be in the other case.`);
}
