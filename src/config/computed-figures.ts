import { PHASES } from './sale.ts';

/** The value of a figure by its name. */
type ValueOf = (id: string) => number;

const YEAR_SECONDS = 365 * 86_400;

/** Figures that follow from others, as `source` says in words in content/facts.json, by their names there. */
export const COMPUTED_FIGURES: Readonly<Record<string, (of: ValueOf) => string>> = {
  'burn.total': (of) => rounded(of('supply.total') - of('supply.floor')),
  'burn.years': (of) => rounded(of('burn.total') / of('burn.perYear'), 1),
  'burn.firstYearShare': shareOfSupply('burn.perYear'),
  ...Object.fromEntries(
    PHASES.flatMap(({ phase }) => {
      const [price, tokens] = [`presale.phase${phase}.price`, `presale.phase${phase}.tokens`];
      return [
        [`presale.phase${phase}.raise`, (of: ValueOf) => rounded(of(price) * of(tokens))],
        [`presale.phase${phase}.share`, shareOfSupply(tokens)],
        [`presale.minimum.synxAtPhase${phase}`, (of: ValueOf) => rounded(of('presale.minimum.synx') * of(price), 3)],
        [`example.phase${phase}`, (of: ValueOf) => rounded(Math.floor(of('example.usd') / of(price)))],
      ];
    }),
  ),
  'presale.tokens': sumOfPhases('tokens'),
  'presale.share': shareOfSupply('presale.tokens'),
  'presale.raise': sumOfPhases('raise'),
  'presale.goalGap': (of) => rounded(of('presale.goal') - of('presale.raise')),
  'presale.goalGapShare': (of) => rounded((100 * of('presale.goalGap')) / of('presale.goal'), 1),
  'presale.minimum.atEth': (of) => rounded(of('presale.minimum.native') * of('default.eth'), 2),
  'presale.minimum.atBnb': (of) => rounded(of('presale.minimum.native') * of('default.bnb'), 2),
  'presale.minimum.atPol': (of) => rounded(of('presale.minimum.native') * of('default.pol'), 4),
  'presale.receiptWait': (of) => rounded(of('presale.receiptPoll') * of('presale.receiptPolls')),
  'staking.rate.monthly': (of) => rounded(of('staking.rate.early') / 12, 2),
  'staking.rate.daily': (of) => rounded(of('staking.rate.early') / 365, 3),
  'staking.pool.shareComputed': shareOfSupply('staking.pool'),
  'staking.perBlock.alternateTotal': (of) =>
    rounded(of('staking.perBlock.alternate') * of('staking.perBlock.alternateYears') * blocksOfYear(of)),
  'staking.pool.alternateDays': (of) =>
    rounded((365 * of('staking.pool')) / (of('staking.perBlock.alternate') * blocksOfYear(of))),
  'staking.pool.yearsComputed': (of) => rounded(of('staking.pool') / of('staking.pool.perYear'), 2),
  'staking.pool.perYear': (of) => rounded(of('staking.perBlock') * blocksOfYear(of)),
  'staking.stakeAtAlternate': (of) => rounded((100 * of('staking.pool.perYear')) / of('staking.apr.alternate')),
  'staking.stakeAtEarly': (of) => rounded((100 * of('staking.pool.perYear')) / of('staking.rate.early')),
  'staking.fullStakeYear': (of) => rounded((of('presale.tokens') * of('staking.rate.early')) / 100),
  'staking.pool.yearsAtFullStake': (of) => rounded(of('staking.pool') / of('staking.fullStakeYear'), 1),
  'airdrop.poolDifference': (of) => rounded(of('airdrop.poolShown') - of('airdrop.poolEstimate')),
  'airdrop.share': shareOfSupply('airdrop.poolShown'),
  'airdrop.shareEstimate': shareOfSupply('airdrop.poolEstimate'),
  'published.tokens': (of) => rounded(of('presale.tokens') + of('staking.pool') + of('airdrop.poolShown')),
  'unpublished.tokens': (of) => rounded(of('supply.total') - of('published.tokens')),
  'unpublished.share': shareOfSupply('unpublished.tokens'),
  'unpublished.tokensAlternate': (of) => rounded(of('unpublished.tokens') + of('airdrop.poolDifference')),
  'unpublished.shareAlternate': shareOfSupply('unpublished.tokensAlternate'),
};

/** With at most so many decimals. */
function rounded(value: number, decimals = 0): string {
  return String(Number(value.toFixed(decimals)));
}

function shareOfSupply(id: string): (of: ValueOf) => string {
  return (of) => rounded((100 * of(id)) / of('supply.total'), 2);
}

function sumOfPhases(figure: 'tokens' | 'raise'): (of: ValueOf) => string {
  return (of) => rounded(PHASES.reduce((sum, { phase }) => sum + of(`presale.phase${phase}.${figure}`), 0));
}

function blocksOfYear(of: ValueOf): number {
  return YEAR_SECONDS / of('ethereum.blockSeconds');
}
