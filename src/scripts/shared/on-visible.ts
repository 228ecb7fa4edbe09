/** Runs `act` once, when an element far down its page is one screen below the reader. */
export function onVisible(box: HTMLElement, act: () => void): void {
  const near = new IntersectionObserver(
    (entries) => {
      // A busy page tells at once that the element was far away and, after a jump to it, near.
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      near.disconnect();
      act();
    },
    { rootMargin: '100%' },
  );
  near.observe(box);
}
