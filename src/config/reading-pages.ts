/**
 * Pages of words alone. Those a visitor has read stay readable without a connection; pages with prices, balances or
 * anything else that moves never come from a copy.
 */
export const READING_PATHS = [
  '/faq',
  '/blackpaper',
  '/privacy',
  '/terms',
  '/press-release',
  '/partner',
  '/video',
  '/summary',
] as const;
