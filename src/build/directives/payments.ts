import type { ClientDirective } from 'astro';

/**
 * `client:payments`: hydrates the island when a payment is handed to a wallet (`synx:payment`), or when the visitor
 * opens the list of transactions (`synx:transactions`), which the page remembers until the island has loaded.
 */
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
