/** Opens the `<details>` that the address points to, now and whenever its fragment changes. */
export function openLinked(): void {
  const open = () => {
    const item = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!(item instanceof HTMLDetailsElement) || item.open) return;
    item.open = true;
    item.scrollIntoView();
  };
  addEventListener('hashchange', open);
  open();
}

/** Opens the `<details>` around the target of the address. */
export function openAround(): void {
  const open = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const around = target?.closest('details');
    if (!target || !around || around.open) return;
    around.open = true;
    target.scrollIntoView();
  };
  addEventListener('hashchange', open);
  open();
}
