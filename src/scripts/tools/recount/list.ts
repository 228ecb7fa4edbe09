import { request } from '#src/client/request.ts';
import type { AllocationView } from '#src/contract/allocation.ts';

const place = document.querySelector<HTMLElement>('[data-list]');
if (place !== null) void offerList(place);

/** Offers to recompute the list of a handover if there is one. */
async function offerList(box: HTMLElement): Promise<void> {
  try {
    const { state } = await request<AllocationView>('GET', '/api/allocation');
    if (state !== 'draft' && state !== 'final') return;
    const { startList } = await import('./show-list.ts');
    await startList(box);
  } catch (error) {
    console.warn(error);
  }
}
