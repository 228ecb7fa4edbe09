/** The nine categories of the FAQ (R2.110), in display order. */
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
