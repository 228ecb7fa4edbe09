/** What a partner can apply as: sellers of the marketplace's four categories, and others. */
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
