/** Works through a list a few at once, as long as `more` says to go on; what is left waits for the next time. */
export async function inGroups<Item>(
  items: readonly Item[],
  size: number,
  more: () => Promise<boolean>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < items.length && (await more()); start += size) {
    await Promise.all(items.slice(start, start + size).map(work));
  }
}
