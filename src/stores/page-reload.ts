let holds = 0;

/**
 * Blocks reloads while a payment is between the press and the recording's answer (decision 23); returns a function that
 * releases them.
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
 * Reloads the page unless a payment blocks it, after `before` has stored everything that must survive; returns whether
 * it does.
 */
export function reloadPage(before: () => void): boolean {
  if (holds > 0) return false;
  before();
  location.reload();
  return true;
}
