/** What `work` says about an item: `again` puts it behind the others for another turn. */
export type Requeue = 'again' | undefined;

/**
 * Works through a list with limited concurrency while `more` allows; the rest waits for the next time. An unfinished
 * item goes to the end, so that a large one does not block the small ones.
 */
export async function forEachConcurrent<Item>(
  items: readonly Item[],
  size: number,
  more: () => Promise<boolean>,
  work: (item: Item) => Promise<Requeue>,
): Promise<void> {
  const queue = [...items];
  while (queue.length > 0 && (await more())) {
    const group = queue.splice(0, size);
    const rests = await Promise.all(group.map(work));
    queue.push(...group.filter((_, position) => rests[position] === 'again'));
  }
}
