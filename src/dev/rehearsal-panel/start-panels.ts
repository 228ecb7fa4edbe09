/** Fills the places that a rehearsal build keeps for its switches: at once, or when a folded one is opened first. */
export function startPanels(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-rehearsal]')) {
    if (place instanceof HTMLDetailsElement) place.addEventListener('toggle', () => fill(place), { once: true });
    else fill(place);
  }
}

function fill(place: HTMLElement): void {
  import('./panel.ts').then(({ showPanel }) => showPanel(place)).catch((error: unknown) => console.warn(error));
}
