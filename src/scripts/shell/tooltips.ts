import { TOOLTIP_RULES } from '#src/config/limits.ts';

let tip: HTMLElement | undefined;
let started = false;
let owner: HTMLElement | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let hiddenAt = Number.NEGATIVE_INFINITY;

/** Shows `[data-tip]` after the stated delay, or at once if another tip has just gone. */
export function startTooltips(): void {
  // Older browsers have none; what a tooltip says is also elsewhere on the page.
  if (started || !('showPopover' in HTMLElement.prototype)) return;
  started = true;
  document.addEventListener('pointerover', ({ target, pointerType }) => {
    if (pointerType === 'mouse') follow(target);
  });
  document.addEventListener('focusin', ({ target }) => follow(target));
  for (const type of ['focusout', 'pointerdown']) document.addEventListener(type, () => follow(null));
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && follow(null));
}

function follow(target: EventTarget | null): void {
  const next = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
  if (next === owner) return;
  hide();
  owner = next;
  if (next === null) return;
  const recent = performance.now() - hiddenAt < TOOLTIP_RULES.skipMs;
  timer = setTimeout(() => show(next), recent ? 0 : TOOLTIP_RULES.delayMs);
}

function show(element: HTMLElement): void {
  tip ??= create();
  tip.textContent = element.dataset.tip ?? '';
  element.setAttribute('aria-describedby', tip.id);
  tip.showPopover();
  const { left, bottom, width } = element.getBoundingClientRect();
  const middle = left + width / 2 - tip.offsetWidth / 2;
  tip.style.left = `${Math.max(8, Math.min(middle, innerWidth - tip.offsetWidth - 8))}px`;
  tip.style.top = `${bottom + 6}px`;
}

function hide(): void {
  clearTimeout(timer);
  if (!tip?.matches(':popover-open')) return;
  tip.hidePopover();
  owner?.removeAttribute('aria-describedby');
  hiddenAt = performance.now();
}

function create(): HTMLElement {
  const element = document.createElement('div');
  element.id = 'tip';
  element.className = 'tip';
  element.role = 'tooltip';
  element.popover = 'manual';
  document.body.append(element);
  return element;
}
