let holds = 0;

/** Blocks reloads from a payment's press to its recording (decision 23); returns a function that releases them. */
export function holdReloads(): () => void {
  holds += 1;
  let held = true;
  return () => {
    if (held) holds -= 1;
    held = false;
  };
}

/** Reloads the page unless a payment blocks it, after `before` stored what must survive; returns whether it does. */
export function reloadPage(before: () => void): boolean {
  if (holds > 0) return false;
  before();
  location.reload();
  return true;
}
