import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

type Closed = { close(): Promise<unknown> } | { stop(): Promise<unknown> };

/** What the tests of a file or a block share: opened before them, and closed after them. Until then it is empty. */
export function onceForAll<T extends Closed>(open: () => Promise<T>): T {
  const opened = {} as T;
  beforeAll(async () => {
    Object.assign(opened, await open());
  });
  afterAll(() => close(opened));
  return opened;
}

/** The same, anew for each test. */
export function anewForEach<T extends Closed>(open: () => Promise<T>): T {
  const opened = {} as T;
  beforeEach(async () => {
    Object.assign(opened, await open());
  });
  afterEach(() => close(opened));
  return opened;
}

/** Closes what was opened; nothing where opening it failed. */
async function close(opened: Closed): Promise<void> {
  if ('close' in opened) await opened.close();
  else await opened.stop?.();
}
