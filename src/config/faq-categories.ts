/** The nine categories of the FAQ, in display order. */
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
