/**
 * Pictures of the site for the press, made by src/dev/press-shots.ts and kept in public/press/shots: each as
 * `<name>.webp`, and as `<name>-small.webp` for the page itself. Sizes are those of the window, in CSS pixels.
 */
export const PRESS_SHOTS = [
  { name: 'landing', key: 'press.shot.landing', path: '/', width: 1440, height: 900, scheme: 'dark' },
  { name: 'staking', key: 'press.shot.staking', path: '/staking', width: 1440, height: 900, scheme: 'light' },
  { name: 'faq', key: 'press.shot.faq', path: '/faq#what-is-synx', width: 1440, height: 900, scheme: 'dark' },
  { name: 'phone', key: 'press.shot.phone', path: '/', width: 390, height: 800, scheme: 'dark' },
] as const;

/** The maximum width in pixels of the small copy that the press page shows. */
export const PRESS_SHOT_SMALL = 640;
