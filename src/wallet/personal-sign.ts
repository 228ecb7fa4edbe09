import type { Provider } from './provider-types.ts';

/** Has the wallet sign a readable text (EIP-191); returns the signature, throws the wallet's error. */
export async function personalSign(provider: Provider, account: string, text: string): Promise<string> {
  return (await provider.request({ method: 'personal_sign', params: [toHex(text), account] })) as string;
}

/** Wallets expect the text as the hexadecimal of its UTF-8 bytes. */
function toHex(text: string): string {
  return `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
