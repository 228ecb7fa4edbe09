/** Calls `act` once, at the visitor's first act; a mouse that rests where the page appears only seems to move. */
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
