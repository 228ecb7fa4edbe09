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
