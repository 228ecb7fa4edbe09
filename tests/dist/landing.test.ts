import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chunkGroups } from '#src/build/shared-files.ts';
import { LOCALE_CODES } from '#src/config/locales.ts';
import { readDist } from './support/dist.ts';

const dist = readDist('dist');
const html = dist.text('index.html').replace(/props="[^"]*"/g, '');
const text = html
  .replace(/<(?:script|style)[\s\S]*?<\/(?:script|style)>/g, '')
  .replace(/<[^>]+>/g, ' ')
  .replace(/\s+/g, ' ');
const pageOf = (locale: string) => dist.text(locale === 'en' ? 'index.html' : `${locale}.html`);
/** The part of the page with this id, up to the next one. */
const part = (id: string) => {
  const from = html.indexOf(`id="${id}"`);
  expect(from, id).toBeGreaterThan(0);
  return html.slice(from, html.indexOf('</section>', from));
};

it('[R1.004] [R1.006] the hero has Join Presale and a button to the Blackpaper', () => {
  expect(html).toMatch(/<a class="[^"]*unconnected[^"]*" href="#presale"[^>]*>Join Presale<\/a>/);
  expect(html).toMatch(/href="\/Blackpaper\.pdf"[^>]*>\s*Blackpaper \(PDF\)/);
});

it.each([
  ['R1.007', 'Audit Pending', 'Pending: no report has been published.'],
  ['R1.008', 'Doxxed Team: pending', 'Profiles not yet published.'],
  ['R1.009', '25% Early Staking Rate', 'simple annual rate: not compounding, not guaranteed'],
  ['R1.010', 'Quantum-Secure: design goal', 'Design goal: the SYNX chain is not live.'],
])('[%s] the badge %s opens its state and evidence', (_, title, state) => {
  const badge = html.slice(html.lastIndexOf('<button', html.indexOf(`class="badge-title">${title}`)));
  expect(badge).toMatch(/^<button class="badge" type="button" popovertarget="badge-\w+"/);
  expect(text).toContain(state);
});

it('[R1.011] six features, each tagged as a goal', () => {
  const features = part('features');
  expect(features.match(/class="feature[ "]/g)).toHaveLength(6);
  expect(features.match(/>\s*Design goal\s*</g)).toHaveLength(6);
});

it.each([
  ['[R1.012]', 'Zero-knowledge transfers, optional'],
  ['[R1.013]', 'Quantum-resistant signatures'],
  ['[R1.014]', '1-second blocks, 200+ TPS'],
  ['[R1.015]', 'No validator may hold more than 1% of the stake'],
  ['[R1.016]', 'AI assistant for smart contracts'],
  ['[R1.017]', '13M\u00a0SYNX burned a year, from 1.11B\u00a0SYNX toward 50M\u00a0SYNX'],
])('%s one feature is: %s', (_, stated) => {
  expect(
    part('features')
      .split(/class="feature[ "]/)
      .slice(1)
      .filter((one) => one.includes(stated)),
  ).toHaveLength(1);
});

it('[R1.018] [R1.019] [R1.020] [R1.021] the marketplace is presented with its terms and as not open', () => {
  const market = part('synergyx-market');
  for (const stated of [
    'Crypto-only',
    '10% discount for token holders',
    'free shipping for loyalty members',
    'not open yet',
  ])
    expect(market).toContain(stated);
  for (const category of ['Home goods', 'Kitchen and dining', 'Decor', 'Electronics'])
    expect(market).toContain(category);
});

/** A cue of captions: from, to, and one line of text. */
const CUE = /^(?:00:[\d.]{6}(?: --> )?){2}\n(?!.*\{).+$/gm;

it('[R1.022] the demo is a short film of our own with captions', () => {
  expect(dist.files).toContain('media/marketplace-demo.webm');
  const cues = LOCALE_CODES.map((locale) => dist.text(`media/marketplace-demo.${locale}.vtt`).match(CUE));
  expect(cues.map((found) => found?.length)).toEqual(LOCALE_CODES.map(() => 7));
  expect(part('synergyx-market')).toContain('data-opens="demo"');
});

it('[R1.023] [R1.024] [R1.025] [R1.026] [R1.027] four steps to buy', () => {
  const steps = [...part('how-to-buy').matchAll(/<li[^>]*>\s*<h3>([^<]+)/g)].map(([, title]) => title);
  expect(steps).toEqual([
    'Set up a wallet',
    'Buy',
    'View your purchase in the dashboard',
    'Claim after the presale ends',
  ]);
});

it('[R1.028] [R5.027] [R5.028] the newsletter asks for a required e-mail address', () => {
  expect(part('newsletter')).toMatch(/<input[^>]*type="email"[^>]*required/);
});

it('[R1.029] the airdrop is presented by its points and missions', () => {
  expect(part('airdrop')).toContain('Earn points in 10 missions');
});

it('says before the form that neither operator nor team nor audit has been published', () => {
  expect(html.slice(0, html.indexOf('id="presale"'))).toContain(
    'Neither the operator nor the team has been named yet, and no audit report has been published.',
  );
});

it('[R1.030] [R2.030] the footer has its columns, legal links and a subscribe field', () => {
  const footer = html.slice(html.indexOf('<footer'));
  for (const title of ['About', 'Quick Links', 'Resources', 'Legal']) expect(footer).toContain(`<h2>${title}</h2>`);
  for (const path of ['press-release', 'summary', 'partner', 'privacy', 'terms'])
    expect(footer).toContain(`href="/${path}"`);
  expect(footer).toContain('type="email"');
});

it('[R1.031] [R1.032] distribution, roadmap, team and news state the known, the past and the unknown', () => {
  expect(part('tokenomics')).toContain('39.04%');
  expect(part('tokenomics')).toContain('Not yet published');
  expect(part('team')).toContain('Done when people are named with evidence');
  expect(part('news')).toContain('System log');
});

it('the roadmap goes from what runs to what is overdue, by date and with the reason, and to what is open', () => {
  const roadmap = part('roadmap');
  const shown = [...roadmap.matchAll(/<div class="miles miles-(\w+)[^>]*?( hidden)?>([\s\S]*?)<\/div>/g)].map(
    ([, state, hidden, miles = '']) => [
      state,
      hidden === undefined,
      [...miles.matchAll(/data-mile="(\w+)"/g)].map(([, id]) => id),
    ],
  );
  expect(shown).toEqual([
    ['done', false, []],
    ['now', true, ['presale', 'airdrop']],
    ['passed', true, ['tge', 'stakeUnlock', 'rewardsUnlock']],
    ['planned', false, []],
    ['undated', true, ['audit', 'claimOpen', 'market', 'testnet', 'mainnet', 'dao']],
  ]);
  expect(roadmap).toContain('These dates have passed, and none of these events has happened yet.');
});

it('one list names what is still owed, since when and until when, and no other part has a heading for it', () => {
  const team = part('team');
  const rows = [...team.matchAll(/<h4>([^<]+)<\/h4>\s*<p class="note">([^<]+)<\/p>\s*<p>([^<]+)/g)];
  expect(rows.map(([, name]) => name)).toEqual([
    'Who runs this site',
    'Team',
    'Audit report',
    'What 433.32M\u00a0SYNX are for',
    'Our channels',
    'SYNX testnet',
    '$77K Giveaway',
  ]);
  for (const [, , since, done] of rows) {
    expect(since).toMatch(/^Open since \w+ \d{1,2}, 20\d\d$/);
    expect(done).toMatch(/^Done when /);
  }
  expect(team).toMatch(/Tell me when one is done[\s\S]*<form/);
});

it('says before the form what is bought, when it comes and that all of it can be lost, as the terms do', () => {
  const summary = dist.text('terms.html');
  const hero = html.slice(html.indexOf('class="hero-terms"'), html.indexOf('id="presale"'));
  for (const said of [
    'You buy a credited balance on this site, not a token in your wallet. Claiming is not live.',
    'You can lose everything you pay.',
  ]) {
    expect(hero).toContain(said);
    expect(summary).toContain(said);
  }
  expect(hero).toContain('after 6 confirmations');
  expect(hero).toContain('One transfer. Never a token approval.');
  expect(hero).toContain('href="/terms#summary"');
});

it('[R2.029] the navigation carries its labels', () => {
  const labels = ['Pre-Sale', 'Features', 'Tokenomics', 'Roadmap', 'Team', 'Blackpaper', 'Staking', 'FAQ', 'Airdrop'];
  const navigation = html.slice(html.indexOf('<nav'), html.indexOf('</nav>'));
  for (const label of labels) expect(navigation).toMatch(new RegExp(`>\\s*${label}\\s*</a>`));
  const inner = dist.text('faq.html');
  expect(inner).toMatch(/>\s*Home\s*<\/a>/);
  expect(inner).toMatch(/>\s*Back to Home\s*<\/a>/);
});

it('scripts leave a slow line to the styles and fonts that the first paint waits for', () => {
  const tags = html.match(/<script type="module" src="[^>]*>/g) ?? [];
  expect(tags.length).toBeGreaterThan(0);
  for (const tag of tags) expect(tag).toContain(' fetchpriority="low"');
});

it('every language has every anchor of the landing page', () => {
  for (const locale of LOCALE_CODES)
    for (const id of ['presale', 'features', 'tokenomics', 'roadmap', 'team', 'synergyx-market', 'how-to-buy'])
      expect(pageOf(locale).includes(`id="${id}"`), `${locale}#${id}`).toBe(true);
});

it.each(['preload', ...chunkGroups(join(process.cwd(), 'src')).map(({ name }) => name)])(
  'the group %s of astro.config.mjs is one file, which holds the modules that it names',
  (name) => {
    expect(dist.files.filter((file) => new RegExp(`^_astro/${name}\\.[\\w-]{8}\\.js$`).test(file))).toHaveLength(1);
  },
);
