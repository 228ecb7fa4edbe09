import { element, pageData, part } from '#src/scripts/shared/dom.ts';
import type { RecountData } from './recount-data.ts';

const root = document.querySelector<HTMLElement>('[data-recount]');
if (root !== null) startRecount(root);

/** The recount of the sale: nothing is requested, from our server or any other, before its button is pressed. */
function startRecount(box: HTMLElement): void {
  const data = pageData<RecountData>('recount-data');
  const start = part<HTMLButtonElement>(box, 'start');
  const stop = part<HTMLButtonElement>(box, 'stop');
  const result = part(box, 'result');
  let running: AbortController | null = null;
  start.disabled = false;
  stop.addEventListener('click', () => running?.abort());
  start.addEventListener('click', async () => {
    running = new AbortController();
    start.disabled = true;
    stop.hidden = false;
    result.replaceChildren();
    try {
      const { runRecount } = await import('./run-recount.ts');
      await runRecount(result, data, running.signal);
    } catch (error) {
      console.warn(error);
      result.append(element('p.danger', data.texts['recount.failed']));
    }
    start.disabled = false;
    stop.hidden = true;
  });
}
