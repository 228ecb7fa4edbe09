import { EventEmitter } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ContentDocument } from '#src/build/content/document.ts';
import type { LoadedContent } from '#src/build/content/load-content.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';

let content: LoadedContent;
vi.mock('#src/build/content/load-content.ts', () => ({ loadContent: () => content }));

const document = (name: string, change: Partial<ContentDocument> = {}): ContentDocument => ({
  ...{ kind: 'faq', name, locale: 'en', language: 'en', title: name, description: '', updated: '', version: '' },
  ...{ date: '', place: '', lead: '', sections: [], items: [], ...change },
});
const texts = (documents: readonly ContentDocument[], problems: readonly string[] = []) => ({
  ...{ documents, problems, behind: [] },
});

let root: string;
beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  root = folderOfTest();
  mkdirSync(join(root, 'content'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

async function loaderOf(kind: 'faq' | 'press', watcher?: EventEmitter) {
  const { contentLoader } = await import('#src/build/content/content-loader.ts');
  const kept = new Map<string, { title: string }>();
  const store = {
    ...{ has: (id: string) => kept.has(id), keys: () => [...kept.keys()], delete: (id: string) => kept.delete(id) },
    set: ({ id, data }: { id: string; data: { title: string } }) => kept.set(id, data),
  };
  const load = () =>
    contentLoader(kind).load({ store, config: { root: new URL(`file://${root}/`) }, watcher } as never);
  const titles = () => Object.fromEntries([...kept].map(([id, { title }]) => [id, title]));
  return { load, titles };
}

describe('the development server', () => {
  it('shows every sound document, and keeps the last good state of one with a fault', async () => {
    const watcher = new EventEmitter();
    content = texts([document('a'), document('b'), document('c')]);
    const { load, titles } = await loaderOf('faq', watcher);
    await load();
    const { CONTENT_READ } = await import('#src/build/content/content-loader.ts');
    const changed = [document('a', { title: 'new' }), document('b', { title: 'broken' }), document('d')];
    watcher.emit(CONTENT_READ, texts(changed, ['content/faq/en/b.md:9: unknown fact x']));
    expect(titles()).toEqual({ 'en/a': 'new', 'en/b': 'b', 'en/c': 'c', 'en/d': 'd' });
    const behind = 'content/faq/de/b.md:1: the part {#x} is missing';
    watcher.emit(CONTENT_READ, { ...texts(changed, [behind]), behind: [behind] });
    expect(titles()).toEqual({ 'en/a': 'new', 'en/b': 'broken', 'en/d': 'd' });
  });

  it('lies the mistakes over each page until they are mended; what translations lack is one warning', async () => {
    const { watchContent } = await import('#src/build/content/watch-content.ts');
    const watcher = Object.assign(new EventEmitter(), { add: vi.fn() });
    const httpServer = new EventEmitter();
    const send = vi.fn();
    const hot = Object.assign(new EventEmitter(), { send });
    const logger = { warn: vi.fn(), error: vi.fn() };
    const server = { config: { root }, environments: { client: { hot } }, watcher, httpServer };
    await watchContent().hooks['astro:server:setup']?.({ server, logger } as never);
    const save = (name: string, text: string) => {
      writeFileSync(join(root, 'content', name), text);
      watcher.emit('all', 'change', join(root, 'content', name));
      vi.runAllTimers();
    };
    const connect = () => {
      const client = { send: vi.fn() };
      hot.emit('vite:client:connect', undefined, client);
      return client.send;
    };

    const behind = ['de', 'ar'].map((locale) => `content/faq/${locale}/a.md:1: the part {#x} is missing`);
    content = { ...texts([], behind), behind };
    httpServer.emit('listening');
    expect(logger.warn.mock.calls).toEqual([
      ['content/faq/<language>/a.md: the part {#x} is missing (de, ar); the build refuses this'],
    ]);
    expect(send).not.toHaveBeenCalled();
    expect(connect()).not.toHaveBeenCalled();

    content = texts([], ['content/faq/en/a.md:7: <b> is not allowed']);
    save('facts.json', '{\n  "a": 1,\n}');
    expect(logger.error).toHaveBeenCalledTimes(2);
    const message = expect.stringMatching(/^content\/facts\.json:3: .+<br>content\/faq\/en\/a\.md:7: &lt;b&gt; is/);
    const loc = { file: join(root, 'content/facts.json'), line: 3, column: 1 };
    const payload = { type: 'error', err: expect.objectContaining({ title: '2 mistakes in the texts', message, loc }) };
    hot.send({ type: 'error', err: { message: 'the program stopped in facts.ts', stack: '' } });
    expect(send.mock.calls).toEqual([
      [payload, undefined],
      [payload, undefined],
    ]);
    expect(connect().mock.calls).toEqual([[payload]]);

    content = texts([]);
    save('facts.json', '{}');
    expect(send).toHaveBeenLastCalledWith({ type: 'full-reload' }, undefined);
    hot.send({ type: 'error' });
    expect(send).toHaveBeenLastCalledWith({ type: 'error' }, undefined);
    expect(connect()).not.toHaveBeenCalled();
  });
});

describe('a build', () => {
  it('fails with every problem, also with what only a translation lacks', async () => {
    const behind = ['content/faq/de/a.md:1: the part {#x} is missing'];
    content = { ...texts([document('a')], behind), behind };
    await expect((await loaderOf('faq')).load()).rejects.toThrow('the part {#x} is missing');
  });

  it.each([
    ['2026-12-23T23:59:59Z', ['en/2026-12-01-past']],
    ['2026-12-24T00:00:00Z', ['en/2026-12-01-past', 'en/2026-12-24-next']],
  ])('of a source of %s leaves out the press releases of later days', async (time, ids) => {
    vi.stubEnv('SOURCE_DATE_EPOCH', String(Date.parse(time) / 1000));
    const release = (name: string) => document(name, { kind: 'press', date: name.slice(0, 10) });
    content = texts([release('2026-12-01-past'), release('2026-12-24-next')]);
    const { load, titles } = await loaderOf('press');
    await load();
    expect(Object.keys(titles())).toEqual(ids);
    const { waitingReleases } = await import('#src/build/content/is-waiting.ts');
    expect(waitingReleases(content.documents, new Date(time))).toHaveLength(2 - ids.length);
  });
});
