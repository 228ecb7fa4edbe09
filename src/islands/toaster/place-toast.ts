/**
 * What a toast must not cover, heaviest first: the card, and in it what it says of a payment, which the toast is about;
 * figures and what can be pressed; other text.
 */
const KEPT = [
  [100, '.card-sale'],
  [100, ':is(.receive[role], section.payment) > *'],
  [
    10,
    '.header :is(a, button, .payment), main :is(.figure, .number, .balance, output, dd, td, button, .button, input, select)',
  ],
  [1, '.banner p, main :is(h1, h2, h3, p, li, dt, th, label, summary, svg)'],
] as const;

/** Between a toast and the edge of the window, and between two tried places. */
const EDGE_PX = 16;

/** Between a toast and what it leaves uncovered. */
const GAP_PX = 8;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Leaves a new toast where the style sheet has it if it covers no figure and nothing to press there. Otherwise it goes
 * to the place nearest to the lower edge of the window, on either side, that covers the least, and never over the
 * button that caused it.
 */
export function placeToast(toast: HTMLElement, pressed: Element | null): void {
  const area = toast.parentElement;
  if (area === null) return;
  area.style.removeProperty('inset');
  const kept: { weight: number; box: Box }[] = KEPT.flatMap(([weight, selector]) =>
    [...document.querySelectorAll(selector)].map((element) => ({ weight, box: boxOf(element) })),
  );
  const cause = pressed === null || pressed === document.body || area.contains(pressed) ? null : boxOf(pressed);
  if (cause !== null) kept.push({ weight: 1e6, box: cause });
  const covered = (box: Box) => kept.reduce((sum, each) => sum + (overlap(each.box, box) ? each.weight : 0), 0);
  const own = toast.getBoundingClientRect();
  let least = covered(own);
  const { clientWidth, clientHeight } = document.documentElement;
  const sides = [own.left, clientWidth - own.right];
  for (let top = clientHeight - EDGE_PX - own.height; top >= EDGE_PX && least > 0; top -= EDGE_PX)
    for (const left of sides) {
      const box = { left, top, right: left + own.width, bottom: top + own.height };
      const count = covered(box);
      if (count >= least) continue;
      least = count;
      area.style.inset = `auto ${clientWidth - box.right}px ${clientHeight - box.bottom}px ${left}px`;
    }
}

/** Where an element is seen: of a text only its letters, which can be a small part of its line. */
function boxOf(element: Element): Box {
  if (element.matches('button, .button, input, select')) return element.getBoundingClientRect();
  const letters = document.createRange();
  letters.selectNodeContents(element);
  return letters.getBoundingClientRect();
}

function overlap(a: Box, b: Box): boolean {
  return (
    a.left - GAP_PX < b.right && b.left < a.right + GAP_PX && a.top - GAP_PX < b.bottom && b.top < a.bottom + GAP_PX
  );
}
