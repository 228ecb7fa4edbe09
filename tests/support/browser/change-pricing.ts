import type { Page } from '@playwright/test';
import type { PresalePricing } from '#src/contract/presale.ts';
import { changeAnswer } from './change-answer.ts';

/** Changes the API's answer about prices; `change` gets the answer and the number of earlier requests. */
export async function changePricing(
  page: Page,
  change: (pricing: PresalePricing, asked: number) => Partial<PresalePricing>,
) {
  let asked = 0;
  await changeAnswer<PresalePricing>(page, '**/api/presale/pricing', (pricing) => change(pricing, asked++));
  return () => asked;
}
