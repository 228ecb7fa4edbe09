import type { Page } from '@playwright/test';

/** Changes the JSON with which the API answers requests for `path` (a pattern of Playwright) from now on. */
export async function changeAnswer<Body extends object>(
  page: Page,
  path: string,
  change: (answer: Body) => Partial<Body>,
): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as Body;
    await route.fulfill({ response, json: { ...answer, ...change(answer) } });
  });
}
