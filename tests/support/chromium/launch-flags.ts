/** What Chromium is started with so that it works as root and asks nothing of a closed network. */
export const LAUNCH_FLAGS: readonly string[] = [
  // Chromium's sandbox refuses to run as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  // Without a graphics card, drawing by plain software is the quicker way.
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];
