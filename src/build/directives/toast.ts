import type { ClientDirective } from 'astro';

/** `client:toast`: hydrates the island when the page announces its first toast. */
const toast: ClientDirective = (load) => {
  const start = async () => (await load())();
  if (document.documentElement.dataset.toast !== undefined) start();
  else addEventListener('synx:toast', start, { once: true });
};

export default toast;
