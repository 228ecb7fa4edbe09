/** Title of a page in the browser tab: its own, followed by the product's name unless it already contains it. */
export function pageTitle(title: string): string {
  return /\bSYNX\b/.test(title) ? title : `${title} – SYNX`;
}
