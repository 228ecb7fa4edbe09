/** Opens the `<details>` that the address points to or into, now and whenever its fragment changes. */
export function openLinked(): void {
  const open = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const item = target?.closest('details');
    if (!target || !item || item.open) return;
    item.open = true;
    target.scrollIntoView();
  };
  addEventListener('hashchange', open);
  open();
}
