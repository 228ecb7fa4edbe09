import type { SiteEnv } from './site-env.ts';

/** The hosts that the wallet bridge needs besides its relay: settings, chain reads, verification of the site. */
const BRIDGE_HOSTS = ['https://api.web3modal.org', 'https://rpc.walletconnect.org'] as const;
const BRIDGE_FRAME = 'https://verify.walletconnect.org';

type Directive = `${'default' | 'img' | 'font' | 'connect' | 'frame' | 'manifest' | 'media' | 'object'}-src ${string}`;

/** The page's policy, to which the build adds the hashes of inline code; `frame-ancestors` works in headers only. */
export function contentPolicy({
  bridge,
}: Pick<SiteEnv, 'bridge'>): (Directive | `base-uri ${string}` | `form-action ${string}`)[] {
  const hosts = bridge === null ? [] : [new URL(bridge.relayUrl).origin, ...BRIDGE_HOSTS];
  return [
    "default-src 'none'",
    `img-src 'self' data:${bridge === null ? '' : ' blob:'}`,
    "font-src 'self'",
    `connect-src ${["'self'", ...hosts].join(' ')}`,
    ...(bridge === null ? [] : ([`frame-src ${BRIDGE_FRAME}`] as const)),
    "manifest-src 'self'",
    "media-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ];
}

/** The bridge's window generates its styles from our colours in its own script; their hashes cannot be known here. */
export function stylePolicy({
  bridge,
}: Pick<SiteEnv, 'bridge'>): { resource: string; kind: 'element' | 'attribute' }[] {
  if (bridge === null) return [];
  return [
    { resource: "'self'", kind: 'element' },
    { resource: "'unsafe-inline'", kind: 'element' },
    { resource: "'unsafe-inline'", kind: 'attribute' },
  ];
}
