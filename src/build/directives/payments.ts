import type { ClientDirective } from 'astro';

/** `client:payments`: hydrates on a payment (`synx:payment`), or when the list is opened (`synx:transactions`). */
const payments: ClientDirective = (load) => {
  let started = false;
  const start = async () => {
    if (started) return;
    started = true;
    await (await load())();
  };
  addEventListener('synx:payment', start);
  addEventListener('synx:transactions', () => {
    document.documentElement.dataset.transactions = '';
    start();
  });
};

export default payments;
