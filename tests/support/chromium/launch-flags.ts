/** Flags that let Chromium work as root and request nothing from a closed network. */
export const LAUNCH_FLAGS: readonly string[] = [
  // Chromium's sandbox refuses to run as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  // Without a graphics card, software rendering is faster.
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/**
 * Flags for pages of which no picture is wanted: with hardly any memory for pictures, Chromium draws little of a page,
 * which saves a sixth of the tests' processor time. Layout, styles and input are the same.
 */
export const UNDRAWN_FLAGS: readonly string[] = ['--force-gpu-mem-available-mb=1'];
