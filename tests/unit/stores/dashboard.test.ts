import { expect, test } from 'vitest';
import { pageForEach, reloadStubPage } from './stub-page.ts';

const page = pageForEach();

test('amounts that were hidden stay hidden on the next visit, until they are shown again', async () => {
  const visit = async () => {
    reloadStubPage(page);
    const { $hidden } = await import('#src/stores/dashboard.ts');
    $hidden.listen(() => undefined);
    return $hidden;
  };
  const first = await visit();
  expect(first.get()).toBe(false);
  first.set(true);
  const second = await visit();
  expect(second.get()).toBe(true);
  second.set(false);
  expect((await visit()).get()).toBe(false);
});
