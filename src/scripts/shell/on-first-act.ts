/**
 * Calls `act` once, when the visitor first moves the mouse, touches or scrolls the page, presses a key or focuses
 * something. A mouse that rests where the page appears is said to enter and to move as well, by nothing.
 */
export function onFirstAct(act: () => void): void {
  const listening = new AbortController();
  const listen = (event: Event) => {
    if (event.type === 'pointermove' && !(event as PointerEvent).movementX && !(event as PointerEvent).movementY)
      return;
    listening.abort();
    act();
  };
  for (const type of ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'])
    addEventListener(type, listen, { signal: listening.signal });
}
