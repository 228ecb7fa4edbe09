/** The highlight begins 1 s after the press, when the page has scrolled, and lasts 3 s. */
const HIGHLIGHT = { afterMs: 1_000, forMs: 3_000 } as const;

/** Makes every Buy Now scroll to the presale card, which gets the focus and is highlighted for a while. */
export function startBuyNow(): void {
  const card = document.getElementById('presale');
  document.addEventListener('click', (event) => {
    if (card === null || !(event.target instanceof Element) || event.target.closest('[data-buy-now]') === null) return;
    event.preventDefault();
    // Smoothly, unless the visitor wants no motion (motion.css).
    card.scrollIntoView();
    card.tabIndex = -1;
    card.focus({ preventScroll: true });
    history.replaceState(null, '', '#presale');
    setTimeout(() => {
      card.classList.add('highlight');
      setTimeout(() => card.classList.remove('highlight'), HIGHLIGHT.forMs);
    }, HIGHLIGHT.afterMs);
  });
}
