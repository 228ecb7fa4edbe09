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
