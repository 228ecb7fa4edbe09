import type { SiteEnv } from './site-env.ts';

/**
 * What the wallet bridge needs in addition to its relay: Reown's settings of the project, reads of a chain, proof of
 * this site's name.
 */
const BRIDGE_HOSTS = ['https://api.web3modal.org', 'https://rpc.walletconnect.org'] as const;
const BRIDGE_FRAME = 'https://verify.walletconnect.org';

type Directive = `${'default' | 'img' | 'font' | 'connect' | 'frame' | 'manifest' | 'media' | 'object'}-src ${string}`;

/**
 * The page's own content security policy, except script-src and style-src, to which the build adds the hashes of inline
 * code. Another origin is named only in a build with the wallet bridge. `frame-ancestors` works in headers only; the
 * server sends it.
 */
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

/** Styles of the bridge's window are made by its own script, from our colours; no hash of them can be known here. */
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
