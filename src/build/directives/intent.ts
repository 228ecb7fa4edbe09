import type { ClientDirective } from 'astro';

/**
 * `client:intent`: hydrates when a pointer or the focus comes, on `synx:connect`, or at once if a wallet session is
 * stored. A press before hydration is replayed.
 */
const intent: ClientDirective = (load, _options, element) => {
  let ready: Promise<void> | undefined;
  const start = () => {
    ready ??= load().then((hydrate) => hydrate());
    return ready;
  };
  const press = () => start().then(() => element.querySelector('button')?.click());
  const early = (event: Event) => {
    event.preventDefault();
    element.removeEventListener('click', early, true);
    press();
  };
  element.addEventListener('click', early, true);
  const listen = () => start().then(() => element.removeEventListener('click', early, true));
  element.addEventListener('pointerover', listen, { once: true });
  element.addEventListener('focusin', listen, { once: true });
  addEventListener('synx:connect', press);
  if (document.documentElement.dataset.session !== undefined) listen();
  else addEventListener('synx:session', listen, { once: true });
};

export default intent;
