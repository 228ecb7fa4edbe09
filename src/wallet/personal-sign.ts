import type { Provider } from './provider-types.ts';

/** A signature as the API takes it: hexadecimal bytes, up to the length of a contract's many owners. */
const SIGNATURE = /^0x(?:[0-9a-f]{2}){1,4096}$/i;

/** Has the wallet sign a readable text (EIP-191); throws its error, or one if the answer is no signature. */
export async function personalSign(provider: Provider, account: string, text: string): Promise<string> {
  const signature = await provider.request({ method: 'personal_sign', params: [toHex(text), account] });
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) throw new Error('the wallet gave no signature');
  return signature;
}

/** Wallets expect the text as the hexadecimal of its UTF-8 bytes. */
function toHex(text: string): string {
  return `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
