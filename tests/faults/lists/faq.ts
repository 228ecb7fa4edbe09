import type { Fault } from '../fault.ts';

/** Faults of the area "faq". */
export const FAQ_FAULTS: readonly Fault[] = [
  {
    id: 'R2.108',
    file: 'src/scripts/faq/faq-search.ts',
    find: "return (item.textContent ?? '')",
    replace: "return (item.querySelector('summary')?.textContent ?? '')",
  },
  {
    id: 'R2.109',
    file: 'src/lib/text/matches-query.ts',
    find: ".toLocaleLowerCase('en')",
    replace: '',
  },
  {
    id: 'R2.110',
    file: 'src/config/faq-categories.ts',
    find: "  'liquidations',\n",
    replace: '',
  },
  {
    id: 'R2.111',
    file: 'src/components/reading/FaqItem.astro',
    find: '<details class="faq-item" id={id}>',
    replace: '<details class="faq-item" id={id} name="faq">',
  },
  {
    id: 'R2.112',
    file: 'src/components/reading/FaqActions.astro',
    find: 'data-copy data-copied',
    replace: 'data-copied',
  },
  {
    id: 'R2.113',
    file: 'src/components/reading/FaqActions.astro',
    find: 'data-thumb="down"',
    replace: 'data-thumb="up"',
  },
  {
    id: 'R2.115',
    file: 'content/i18n/en.json',
    find: '"faq.empty.title": "No results found"',
    replace: '"faq.empty.title": "Nothing here"',
  },
  {
    id: 'R2.116',
    file: 'src/pages/[...locale]/faq.astro',
    find: "localizedPath(locale, '/blackpaper')",
    replace: "localizedPath(locale, '/summary')",
  },
  {
    id: 'R2.117',
    file: 'content/faq/en/airdrops.md',
    find: 'and are not paid out yet.\n\n→ [Go to the airdrop](/airdrop)',
    replace: 'and are not paid out yet.\n\n→ [Go to the airdrop](/staking)',
  },
  {
    id: 'R2.118',
    file: 'src/build/content/render-document.ts',
    find: 'linkLine(nodes.at(-1))',
    replace: 'linkLine(nodes.at(0))',
  },
  {
    id: 'R5.049',
    file: 'content/facts.json',
    find: '"presale.minimum.stable": {\n    "value": "5"',
    replace: '"presale.minimum.stable": {\n    "value": "6"',
  },
  {
    id: 'R9.065',
    file: 'content/faq/en/general.md',
    find: 'accepts ETH, USDT, USDC and USD1;',
    replace: 'accepts ETH, USDT, USDC and BUSD;',
  },
  {
    id: 'R9.066',
    file: 'content/facts.json',
    find: '"staking.rate.taper": {\n    "value": "15"',
    replace: '"staking.rate.taper": {\n    "value": "10"',
  },
  {
    id: 'R9.067',
    file: 'content/facts.json',
    find: '"staking.rewardsUnlock": {\n    "value": "2026-03-20"',
    replace: '"staking.rewardsUnlock": {\n    "value": "2026-03-30"',
  },
  {
    id: 'R9.068',
    file: 'content/facts.json',
    find: '"staking.rate.afterTge": {\n    "value": "5"',
    replace: '"staking.rate.afterTge": {\n    "value": "7"',
  },
  {
    id: 'R9.069',
    file: 'content/facts.json',
    find: '"staking.withdrawDelay": {\n    "value": "7"',
    replace: '"staking.withdrawDelay": {\n    "value": "14"',
  },
  {
    id: 'R9.070',
    file: 'content/facts.json',
    find: '"staking.unlock": {\n    "value": "2026-03-01"',
    replace: '"staking.unlock": {\n    "value": "2026-03-31"',
  },
];
