/** Title of a page in the browser tab: its own, and the product's name where it does not hold it. */
export function pageTitle(title: string): string {
  return /\bSYNX\b/.test(title) ? title : `${title} – SYNX`;
}
