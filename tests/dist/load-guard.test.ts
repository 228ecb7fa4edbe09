import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { readDist } from './support/dist.ts';

interface Island {
  importWithRetry(url: string): Promise<unknown>;
  start(): Promise<void>;
}

const html = readDist('dist').text('index.html');
const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code = '']) => code);
/** The site's own code in the head, and Astro's code before the first island. */
const guard = inline.find((code) => code.includes("whenDefined('astro-island')")) ?? '';
const runtime = inline.find((code) => code.includes('customElements.define("astro-island"')) ?? '';

/** Runs Astro's island as the page carries it; returns an island with its reports of failures. */
function defineIsland(attributes: Readonly<Record<string, string>>) {
  let defined: (new () => Island) | undefined;
  const events: { type: string; detail: { error: unknown } }[] = [];
  const context = {
    HTMLElement: class {
      getAttribute(name: string) {
        return attributes[name] ?? null;
      }
      dispatchEvent(event: { type: string; detail: { error: unknown } }) {
        events.push(event);
        return false;
      }
    },
    CustomEvent: class {
      readonly type: string;
      readonly detail: unknown;
      constructor(type: string, { detail }: { detail?: unknown } = {}) {
        this.type = type;
        this.detail = detail;
      }
    },
    customElements: {
      get: () => undefined,
      define: (_: string, element: new () => Island) => {
        defined = element;
      },
      whenDefined: async () => defined,
    },
    Astro: { load: (load: () => Promise<unknown>) => load() },
    addEventListener: () => undefined,
    navigator: { languages: ['en'] },
    location: { pathname: '/' },
  };
  runInNewContext(runtime, context);
  if (defined === undefined) throw new Error('no astro-island is defined');
  return { element: defined, island: new defined(), events, runGuard: () => runInNewContext(guard, context) };
}

const ATTRIBUTES = { client: 'load', opts: '{}', 'component-url': '/component.js', 'renderer-url': '/renderer.js' };

it('[R2.026] the function that the guard replaces is the one by which an island of Astro loads its parts', async () => {
  const { element, island } = defineIsland(ATTRIBUTES);
  expect(element.prototype.importWithRetry).toBeTypeOf('function');
  const asked: string[] = [];
  element.prototype.importWithRetry = async (url: string) => {
    asked.push(url);
    return { default: () => undefined };
  };
  await island.start();
  expect(asked).toEqual(['/component.js', '/renderer.js']);
});

it('[R2.026] the guard replaces it', async () => {
  const { element, runGuard } = defineIsland(ATTRIBUTES);
  const own = element.prototype.importWithRetry;
  runGuard();
  await expect.poll(() => element.prototype.importWithRetry).not.toBe(own);
});

it('[R2.027] an island tells of a part that fails by the event that the guard waits for', async () => {
  const { element, island, events } = defineIsland(ATTRIBUTES);
  const failure = new TypeError('Failed to fetch dynamically imported module');
  element.prototype.importWithRetry = () => Promise.reject(failure);
  await island.start();
  expect(events).toMatchObject([{ type: 'astro:hydration-error', detail: { error: failure } }]);
  expect(guard).toContain("addEventListener('astro:hydration-error'");
});
