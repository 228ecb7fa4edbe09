/** Shows the supply that remains at the position of the burn slider; amounts are whole SYNX. */
export function startBurnCalculator(): void {
  const box = document.querySelector<HTMLElement>('[data-burn]');
  const slider = box?.querySelector('input');
  const [years, left] = ['[data-years]', '[data-left]'].map((part) => box?.querySelector(part));
  if (!box || !slider || !years || !left) return;
  const { total, floor, perYear, tag } = box.dataset;
  const format = new Intl.NumberFormat(tag);
  const show = () => {
    years.textContent = format.format(slider.valueAsNumber);
    left.textContent = format.format(Math.max(Number(floor), Number(total) - Number(perYear) * slider.valueAsNumber));
  };
  slider.addEventListener('input', show);
  // The browser may have kept the slider where it was before a reload.
  show();
}
