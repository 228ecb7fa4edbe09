/** The outcome of `work` on an item: `again` puts the item behind the others, for another turn. */
export type Rest = 'again' | undefined;

/**
 * Works through a list a few at once, as long as `more` says to go on; what is left waits for the next time. An item of
 * which something is left comes again after all others, so that a large one does not keep the small ones waiting.
 */
export async function forEachConcurrent<Item>(
  items: readonly Item[],
  size: number,
  more: () => Promise<boolean>,
  work: (item: Item) => Promise<Rest>,
): Promise<void> {
  const queue = [...items];
  while (queue.length > 0 && (await more())) {
    const group = queue.splice(0, size);
    const rests = await Promise.all(group.map(work));
    queue.push(...group.filter((_, position) => rests[position] === 'again'));
  }
}
