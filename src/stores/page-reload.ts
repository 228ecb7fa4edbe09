let holds = 0;

/**
 * Holds back reloads while a payment is between the press and the recording's answer (decision 23); returns the
 * release.
 */
export function holdReloads(): () => void {
  holds += 1;
  let held = true;
  return () => {
    if (held) holds -= 1;
    held = false;
  };
}

/**
 * Reloads the page unless a payment holds it, after `before` has put away what must outlive it; returns whether it
 * does.
 */
export function reloadPage(before: () => void): boolean {
  if (holds > 0) return false;
  before();
  location.reload();
  return true;
}
