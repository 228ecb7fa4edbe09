/** Browser features that no page here uses; switched off, so that injected code cannot use them either (W5). */
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

/**
 * Headers of the API's answers, which are data: headers that only documents obey are left out, since each one adds to
 * the cost of a read.
 */
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

/**
 * The site's icons may be shown by other origins: a wallet shows one wherever it asks for a consent, and loads it as an
 * image of its own page.
 */
export const ICON_HEADERS = { 'cross-origin-resource-policy': 'cross-origin' } as const;
export const ICON_PATHS = ['/favicon.svg', '/favicon.ico', '/apple-touch-icon.png', '/icons/icon-*'] as const;

/** Only if the site is reached by https. */
export const TRANSPORT_SECURITY = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } as const;

/** Each page has its own policy of permitted sources, written by the build; framing can only be refused here. */
export const PAGE_POLICY = "frame-ancestors 'none'";

/** For every file that is not a page, and for the API's answers. */
export const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** The service worker fetches on behalf of pages: it obeys the policy it is served with. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

const YEAR_SECONDS = 31_536_000;

/** Files whose name contains the hash of their content. */
export const HASHED_CACHE = `public, max-age=${YEAR_SECONDS}, immutable`;
export const CHECKED_CACHE = 'public, max-age=0, must-revalidate';
export const WORKER_CACHE = 'no-cache';
/** For refusals, and for what concerns one visitor. */
export const UNSTORED = 'no-store';

/** The name in Server-Timing by which pages learn that purchases are not real, without a request. */
export const DEBUG_MARK = 'debug';
