import { useEffect, useRef, useState } from 'react';

/** Where the card keeps room for the panel, between its form and its other links. */
const IN_CARD = '[data-payment-place]';

/**
 * The element that holds the panel. While the card is in view it is in the card, so that a payment's progress is in one
 * place and covers nothing; else it hangs from the header. It moves as a whole, with what is open in it.
 * `isUrgent`: it has something to be read now, and is brought into view if the card is.
 */
export function usePlace(isUrgent: boolean): HTMLElement {
  const [host] = useState(() => document.createElement('div'));
  const wasUrgent = useRef(isUrgent);
  useEffect(() => {
    const header = document.querySelector('.header') ?? document.body;
    const card = document.querySelector('.sale-form');
    // The body says where it is, for the styles of what it pushes aside.
    const move = (next: Element) => {
      next.append(host);
      document.body.dataset.payment = next === header ? 'header' : 'card';
    };
    if (card === null) move(header);
    const observer = new IntersectionObserver((entries) => {
      const place = card?.querySelector<HTMLElement>(IN_CARD) ?? null;
      const isHere = place !== null && entries.at(-1)?.isIntersecting === true;
      const next = isHere ? place : header;
      if (host.parentElement === next) return;
      // The card keeps its height while the panel is away: not every browser holds the page in its place.
      if (place !== null) place.style.minBlockSize = isHere ? '' : `${place.offsetHeight}px`;
      move(next);
    });
    if (card !== null) observer.observe(card);
    return () => {
      observer.disconnect();
      host.remove();
      delete document.body.dataset.payment;
      card?.querySelector<HTMLElement>(IN_CARD)?.style.removeProperty('min-block-size');
    };
  }, [host]);
  useEffect(() => {
    if (isUrgent && !wasUrgent.current && host.parentElement?.matches(IN_CARD))
      host.scrollIntoView({ block: 'nearest' });
    wasUrgent.current = isUrgent;
  }, [host, isUrgent]);
  return host;
}
