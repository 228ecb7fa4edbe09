import type { Page } from '@playwright/test';
import type { PresalePricing } from '#src/contract/presale.ts';

/** Changes the API's answer about prices; `change` gets the answer and the number of earlier requests. */
export async function changePricing(
  page: Page,
  change: (pricing: PresalePricing, asked: number) => Partial<PresalePricing>,
) {
  let asked = 0;
  await page.route('**/api/presale/pricing', async (route) => {
    const answer = await route.fetch();
    const pricing = (await answer.json()) as PresalePricing;
    await route.fulfill({ response: answer, json: { ...pricing, ...change(pricing, asked++) } });
  });
  return () => asked;
}
