/** Runs `act` once, when an element far down its page is one screen below the reader. */
export function onVisible(box: HTMLElement, act: () => void): void {
  const near = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting !== true) return;
      near.disconnect();
      act();
    },
    { rootMargin: '100%' },
  );
  near.observe(box);
}
