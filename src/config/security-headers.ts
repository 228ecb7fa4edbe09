/** Browser features that no page uses, switched off so that injected code cannot use them either (W5). */
const FEATURES_OFF = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** Headers of API answers. Those that only documents obey are left out, since each one makes a read cost more. */
export const DATA_HEADERS = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
} as const;

/** Headers of every file of the site, served by the API, a CDN or nginx. */
export const SECURITY_HEADERS = {
  ...DATA_HEADERS,
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'origin-agent-cluster': '?1',
  'permissions-policy': FEATURES_OFF.map((feature) => `${feature}=()`).join(', '),
  'x-frame-options': 'DENY',
} as const;

/** Other origins may show the site's icons: wallets load one wherever they ask for consent. */
export const ICON_HEADERS = { 'cross-origin-resource-policy': 'cross-origin' } as const;
export const ICON_PATHS = ['/favicon.svg', '/favicon.ico', '/apple-touch-icon.png', '/icons/icon-*'] as const;

/** Only if the site is reached by https. */
export const TRANSPORT_SECURITY = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } as const;

/** The build writes each page's own policy of permitted sources; framing can only be refused here. */
export const PAGE_POLICY = "frame-ancestors 'none'";

/** For every file that is not a page, and for the API's answers. */
export const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** The service worker fetches for pages, under the policy it is served with. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

const YEAR_SECONDS = 31_536_000;

/** Files whose name contains the hash of their content. */
export const HASHED_CACHE = `public, max-age=${YEAR_SECONDS}, immutable`;
export const CHECKED_CACHE = 'public, max-age=0, must-revalidate';
export const WORKER_CACHE = 'no-cache';
/** For refusals, and for whatever concerns one visitor. */
export const UNSTORED = 'no-store';

/** The name in Server-Timing that tells pages, without a request, that purchases are not real. */
export const DEBUG_MARK = 'debug';
