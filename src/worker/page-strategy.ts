import { Strategy, type StrategyHandler } from 'workbox-strategies';
import { isReadingPage, offlinePath, withOfflineNote } from './paths.ts';
import { keepAssets, keepOfflinePage } from './saved-pages.ts';
import { ANY_CALLER, STALL_SECONDS, STORES } from './stores.ts';

/**
 * Pages come from the network; offline, a reading page from a copy that says so, any other as the offline page. A
 * reading page that was saved does not wait for a network that stalls, either.
 */
export class PageStrategy extends Strategy {
  override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    let isUnseen = false;
    const answer = this.#answer(request, handler, () => isUnseen);
    if (!isReadingPage(new URL(request.url).pathname)) return answer;
    // Whatever is shown meanwhile, the page that comes late is the next copy.
    void handler.waitUntil(answer.catch(() => undefined));
    const late = new Promise((resolve) => setTimeout(resolve, STALL_SECONDS * 1_000));
    const copy = late.then(async () => {
      const its = await fromCopy(request, handler, true).catch(() => null);
      isUnseen = its !== null;
      return its;
    });
    return (await Promise.race([answer, copy])) ?? answer;
  }

  async #answer(request: Request, handler: StrategyHandler, isUnseen: () => boolean): Promise<Response> {
    const { pathname } = new URL(request.url);
    const reading = isReadingPage(pathname);
    try {
      const response = await handler.fetch(request);
      if (response.status < 500) {
        if (reading) void handler.waitUntil(keepPage(request, handler, response.clone(), isUnseen()));
        void handler.waitUntil(keepOfflinePage(offlinePath(pathname)).catch(() => undefined));
        return response;
      }
      return (await fromCopy(request, handler, reading)) ?? response;
    } catch (error) {
      const copy = (await fromCopy(request, handler, reading)) ?? (await offlineAnswer(pathname));
      if (copy === null) throw error;
      return copy;
    }
  }
}

/** A page that came after its copy was shown (`isUnseen`) has loaded no files: without them it is no better copy. */
async function keepPage(request: Request, handler: StrategyHandler, page: Response, isUnseen: boolean): Promise<void> {
  if (!isUnseen || (page.status === 200 && (await keepAssets(await page.clone().text()))))
    await handler.cachePut(request, page);
}

async function fromCopy(request: Request, handler: StrategyHandler, reading: boolean): Promise<Response | null> {
  const copy = reading ? await handler.cacheMatch(request) : undefined;
  if (copy === undefined) return null;
  return new Response(withOfflineNote(await copy.text()), { headers: copy.headers });
}

async function offlineAnswer(pathname: string): Promise<Response | null> {
  const store = await caches.open(STORES.offline);
  const page = (await store.match(offlinePath(pathname), ANY_CALLER)) ?? (await store.match('/offline', ANY_CALLER));
  return page === undefined ? null : new Response(page.body, { status: 503, headers: page.headers });
}
