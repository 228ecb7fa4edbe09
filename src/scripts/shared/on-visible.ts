/** Runs `act` once, as soon as the reader comes near an element far down its page. */
export function onVisible(box: HTMLElement, act: () => void): void {
  const near = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting !== true) return;
      near.disconnect();
      act();
    },
    { rootMargin: '400px' },
  );
  near.observe(box);
}
