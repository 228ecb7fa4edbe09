/** Browser features that no page here uses; switched off, so that nothing injected could use them either (W5). */
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
 * Headers of the API's answers, which are data: what only a document obeys is left out, since a read costs by its
 * headers.
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

/** Only where the site is reached by https. */
export const TRANSPORT_SECURITY = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } as const;

/** Pages name what they may load in a policy of their own, written by the build; framing can only be refused here. */
export const PAGE_POLICY = "frame-ancestors 'none'";

/** Of everything that is no page, and of the API's answers. */
export const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** The service worker fetches what pages ask it for: the policy it is served with is its own. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

const YEAR_SECONDS = 31_536_000;

/** Files whose name holds the hash of their content. */
export const HASHED_CACHE = `public, max-age=${YEAR_SECONDS}, immutable`;
export const CHECKED_CACHE = 'public, max-age=0, must-revalidate';
export const WORKER_CACHE = 'no-cache';
