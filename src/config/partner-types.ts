/** What a partner can apply as: sellers of the four categories of the marketplace, and the others (R1.021). */
export const PARTNER_TYPES = [
  'seller-home-goods',
  'seller-kitchen-dining',
  'seller-decor',
  'seller-electronics',
  'validator',
  'exchange',
  'media',
  'community',
] as const;
