/** The nine categories of the FAQ (R2.110), in the order in which the page shows them. */
export const FAQ_CATEGORIES = [
  'general',
  'staking',
  'risks',
  'supply',
  'tokenomics',
  'marketplace',
  'compliance',
  'liquidations',
  'airdrops',
] as const;
