import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { loadContent } from '#src/build/content/load-content.ts';
import { readSources } from '#src/build/content/read-sources.ts';
import { FAQ_CATEGORIES } from '#src/config/faq-categories.ts';
import { isOfCode } from '#src/config/figures.ts';
import { LOCALE_CODES } from '#src/config/locales.ts';
import { DEFAULT_STAKING_APY, GOAL_RAISE_USD, PHASES, STAKING_POOL_SYNX } from '#src/config/sale.ts';
import { TERMS_VERSIONS } from '#src/config/terms.ts';
import { loadFacts } from '#src/i18n/facts.ts';
import { factIds } from '#src/i18n/fill-facts.ts';
import { loadDictionary } from '#src/i18n/load-dictionary.ts';
import { claimCalldata } from '#src/lib/allocation/claim-call.ts';
import { STATED_DATES } from '#src/lib/time/stated-dates.ts';

const root = process.cwd();
const { documents, problems } = loadContent(root, LOCALE_CODES, 'help@synx.example');
const english = documents.filter(({ locale }) => locale === 'en');
const faq = english.filter(({ kind }) => kind === 'faq');
const items = faq.flatMap((category) => category.items);
const facts = loadFacts();
const factValue = (id: string) => facts[id]?.value;

/** The words of an answer, without marks. */
function answer(id: string): string {
  const html = items.find((item) => item.id === id)?.html ?? '';
  return html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replaceAll('&#39;', "'");
}
const everyAnswer = () => items.map(({ id }) => answer(id)).join('\n');

it('the site’s own content is without fault in every language', () => {
  expect(problems).toEqual([]);
});

it('no text holds a placeholder or a raw reference', () => {
  for (const { name, lead, sections, items: questions } of documents) {
    const html = [lead, ...sections.map((section) => section.html), ...questions.map((item) => item.html)].join('\n');
    expect(html, name).not.toMatch(/\{email\}|\{\{|\}\}|\uE000/);
  }
});

it('the versions of the terms are days, the latest of which is that of the terms themselves', () => {
  for (const version of TERMS_VERSIONS) expect(version).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect([...TERMS_VERSIONS].sort()).toEqual(TERMS_VERSIONS);
  const terms = readFileSync('content/legal/en/terms.md', 'utf8');
  expect(/^updated: (.+)$/m.exec(terms)?.[1]).toBe(TERMS_VERSIONS.at(-1));
});

describe('the FAQ', () => {
  it('[R2.110] has the nine categories', () => {
    expect(faq.map(({ name }) => name).sort()).toEqual([...FAQ_CATEGORIES].sort());
    for (const { items: questions } of faq) expect(questions.length).toBeGreaterThan(0);
  });

  it('has at least 45 questions, each with its own id and an answer', () => {
    expect(items.length).toBeGreaterThanOrEqual(45);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    for (const { id } of items) expect(answer(id).trim().length, id).toBeGreaterThan(20);
  });

  it('[R2.117] leads from the answer on free tokens to the airdrop, in every language', () => {
    const links = documents.flatMap(({ locale, items: questions }) =>
      questions.filter(({ id }) => id === 'free-tokens').map(({ link }) => [locale, link?.href]),
    );
    expect(links).toEqual(LOCALE_CODES.map((locale) => [locale, locale === 'en' ? '/airdrop' : `/${locale}/airdrop`]));
  });

  it('[R5.049] states the minimum purchase', () => {
    expect(answer('minimum')).toContain('$5 in stablecoin, or 0.003 ETH (about $15)');
  });

  it('[R9.065] states the accepted currencies, and the additional ones on BSC and Polygon', () => {
    expect(everyAnswer()).toMatch(/ETH, USDT, USDC and USD1/);
    expect(everyAnswer()).toMatch(/BNB[^.]*POL/);
  });

  it('[R9.066, R9.068] states the staking rates', () => {
    expect(everyAnswer()).toMatch(/25%[^.]*15%/);
    expect(everyAnswer()).toMatch(/5%[^.]*TGE|TGE[^.]*5%/);
  });

  it('[R9.067, R9.069, R9.070] states the locks and the withdrawal', () => {
    expect(everyAnswer()).toMatch(/March 20, 2026/);
    expect(everyAnswer()).toMatch(/7 days after claiming opens/);
    expect(everyAnswer()).toMatch(/4 months after TGE[^.]*March 1, 2026/);
  });
});

/** Facts with the requirement that states each, as written there. */
const STATED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '[R9.056]': { 'supply.total': '1110000000' },
  '[R9.057]': { 'burn.perYear': '13000000', 'supply.floor': '50000000' },
  '[R9.058]': { 'fee.transaction': '0.65' },
  '[R9.059]': { 'block.seconds': '1' },
  '[R9.060]': { 'chain.tps': '200' },
  '[R9.061]': { 'validator.cap': '1' },
  '[R9.062]': { 'presale.phase1.price': '0.013', 'presale.phase2.price': '0.022', 'presale.phase3.price': '0.033' },
  '[R9.063]': {
    'presale.phase1.tokens': '197000000',
    'presale.phase2.tokens': '197000000',
    'presale.phase3.tokens': '98000000',
  },
  '[R9.064]': { 'presale.goal': '10170000' },
  '[R9.071]': { 'loyalty.first.percent': '5', 'loyalty.first.tokens': '50000' },
  '[R9.072]': { 'loyalty.second.percent': '10', 'loyalty.second.tokens': '100000' },
  '[R9.073]': { 'airdrop.vesting': '12' },
  '[R9.074]': { 'team.lock': '6' },
};

describe('every fact of the specification', () => {
  const stated = new Set(
    readSources(root)
      .sources.filter(({ locale, kind }) => locale === 'en' && (kind === 'faq' || kind === 'pages'))
      .flatMap(({ text }) => factIds(text)),
  );

  it.each(Object.entries(STATED))('%s has its value and is stated where people read it', (_, expected) => {
    for (const [id, value] of Object.entries(expected)) {
      expect(factValue(id), id).toBe(value);
      expect(stated, id).toContain(id);
    }
  });

  it('of staking and airdrop is stated too', () => {
    const ids = ['staking.rate.early', 'staking.rate.taper', 'staking.rate.afterTge', 'staking.unlock'];
    ids.push('staking.rewardsUnlock', 'staking.withdrawDelay', 'staking.pool', 'airdrop.poolShown');
    ids.push('airdrop.poolEstimate', 'airdrop.missions', 'airdrop.referral', 'presale.minimum.native');
    ids.push('presale.minimum.stable', 'unpublished.share', 'burn.years');
    for (const id of ids) expect(stated, id).toContain(id);
  });

  it('is the number that the code computes with', () => {
    for (const { phase, priceMicroUsd, supply } of PHASES) {
      expect(Number(factValue(`presale.phase${phase}.price`)) * 1e6).toBeCloseTo(Number(priceMicroUsd));
      expect(factValue(`presale.phase${phase}.tokens`)).toBe(String(supply));
    }
    expect(factValue('presale.goal')).toBe(GOAL_RAISE_USD);
    expect(factValue('staking.pool')).toBe(String(STAKING_POOL_SYNX));
    expect(factValue('staking.rate.early')).toBe(DEFAULT_STAKING_APY);
    expect(factValue('staking.unlock')).toBe(STATED_DATES.stakeUnlock);
    expect(factValue('staking.rewardsUnlock')).toBe(STATED_DATES.rewardsUnlock);
  });

  it('adds up if it is computed', () => {
    const number = (id: string) => Number(factValue(id));
    const presale = number('presale.phase1.tokens') + number('presale.phase2.tokens') + number('presale.phase3.tokens');
    expect(number('presale.tokens')).toBe(presale);
    const rest = number('supply.total') - presale - number('staking.pool') - number('airdrop.poolShown');
    expect(number('unpublished.tokens')).toBe(rest);
    const share = (tokens: number) => ((tokens / number('supply.total')) * 100).toFixed(2);
    expect(factValue('presale.share')).toBe(share(presale));
    expect(factValue('unpublished.share')).toBe(share(rest));
    expect(factValue('burn.years')).toBe(
      ((number('supply.total') - number('supply.floor')) / number('burn.perYear')).toFixed(1),
    );
    const tge = new Date(factValue('staking.unlock') ?? '');
    tge.setUTCMonth(tge.getUTCMonth() - number('staking.unlockMonths'));
    expect(factValue('staking.tge')).toBe(tge.toISOString().slice(0, 10));
    expect(number('presale.minimum.synxUsd')).toBe(number('presale.minimum.synx') * number('default.tokenDisplay'));
  });

  it('is computed by code, unless the project states it', () => {
    const others = Object.entries(facts).filter(([id, { basis }]) => basis !== 'stated' && !isOfCode(id));
    expect(others.map(([id]) => id)).toEqual([]);
  });

  it('stands once: another reading of it names the fact that has the value', () => {
    const values = Object.values(facts).map(({ value }) => value);
    for (const [id, { readings = [] }] of Object.entries(facts))
      for (const { value } of readings)
        if (/[a-z]\./i.test(value)) expect(facts, id).toHaveProperty([value]);
        else expect(values, id).not.toContain(value);
  });
});

describe('translations', () => {
  it('have the same questions and sections in the same order in every language', () => {
    for (const document of documents) {
      const original = english.find(({ kind, name }) => kind === document.kind && name === document.name);
      const ids = (of: typeof document | undefined) =>
        [...(of?.sections ?? []), ...(of?.items ?? [])].map(({ id }) => id);
      expect(ids(document), `${document.locale}/${document.name}`).toEqual(ids(original));
    }
  });
});

it('the page on fake claims names the two functions of a genuine one, in every language', () => {
  const entry = { address: `0x${'1'.repeat(40)}`, bought: 1n, staked: 0n, rewards: 0n, airdrop: 0n };
  const selectorOf = (to: string | null) => claimCalldata({ entry, proof: [], to }).slice(0, 10);
  const expected = ['claim', selectorOf(null), 'claimTo', selectorOf(`0x${'2'.repeat(40)}`)];
  const pages = documents.filter(({ name }) => name === 'fake-claims');
  expect(pages.map(({ language }) => language).sort()).toEqual([...LOCALE_CODES].sort());
  for (const { locale, sections } of pages) {
    const html = sections.find(({ id }) => id === 'transaction')?.html ?? '';
    const named = Array.from(html.matchAll(/<code[^>]*>(claim\w*|0x\w+)<\/code>/g), ([, code]) => code);
    expect(named, locale).toEqual(expected);
  }
});

describe('once the site says where tokens are claimed', () => {
  const claimed = (): ReturnType<typeof loadContent> => {
    vi.stubEnv('PUBLIC_CLAIMS', `56:0x${'1'.repeat(40)}:0x${'2'.repeat(40)}`);
    try {
      return loadContent(root, LOCALE_CODES, 'help@synx.example');
    } finally {
      vi.unstubAllEnvs();
    }
  };
  const { documents: after, problems: outdated } = claimed();

  it('only texts with versions want a new one', () => {
    const files = new Set(outdated.map((line) => /^content\/(\w+\/\w+\/[\w-]+)\.md/.exec(line)?.[1] ?? line));
    const versioned = LOCALE_CODES.flatMap((locale) => [`legal/${locale}/terms`, `pages/${locale}/blackpaper`]);
    expect([...files].sort()).toEqual(versioned.sort());
    for (const line of outdated) expect(line).toContain('write a new version');
  });

  it('no other text says that claiming, withdrawals or unlocks have not come, and every language leads to the claim', () => {
    const others = after.filter(({ kind, name }) => kind !== 'legal' && name !== 'blackpaper');
    const htmlOf = ({ lead, sections, items: questions }: (typeof after)[number]) =>
      [lead, ...sections.map(({ html }) => html), ...questions.map(({ html }) => html)].join('\n');
    const untrue =
      /claiming[^.]{0,40}(?:not live|has not opened|not available)|nothing has been unlocked|cannot withdraw a stake|not yet in your wallet/i;
    for (const document of others.filter(({ locale }) => locale === 'en'))
      expect(htmlOf(document), document.name).not.toMatch(untrue);
    for (const locale of LOCALE_CODES) {
      const path = locale === 'en' ? '/claim' : `/${locale}/claim`;
      const leading = others.filter((one) => one.locale === locale && htmlOf(one).includes(`href="${path}"`));
      expect(leading.map(({ name }) => name).sort(), locale).toEqual(
        ['airdrop', 'airdrops', 'fake-claims', 'general', 'staking', 'staking', 'supply'].sort(),
      );
    }
    expect(documents.some((one) => /href="[^"]*\/claim"/.test(htmlOf(one)))).toBe(false);
  });

  it('no text of the interface says so either', () => {
    vi.stubEnv('PUBLIC_CLAIMS', `56:0x${'1'.repeat(40)}:0x${'2'.repeat(40)}`);
    const texts = Object.entries(loadDictionary('en'));
    vi.unstubAllEnvs();
    // What nobody can meet once a list is drafted: buying and staking are over then, and each state has its own text.
    const unreachable = /^(?:presale\.success|pay\.review|staking\.confirm|toast|claim\.state|airdrop)\./;
    const untrue = /not live|not open yet|no date (?:yet|is set)|nothing has opened/i;
    const left = texts.filter(
      ([key, text]) => untrue.test(text) && /claim|withdraw|wallet|reward/i.test(text) && !unreachable.test(key),
    );
    expect(left.map(([key]) => key)).toEqual([]);
  });
});

describe('who answers for the sale', () => {
  const PUBLISHED = { PUBLIC_OPERATOR_NAME: 'Example AG', PUBLIC_OPERATOR_OFFICE: 'Example Street 1, Zug' };
  const read = (email: string, settings: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    try {
      return loadContent(root, LOCALE_CODES, email).documents;
    } finally {
      vi.unstubAllEnvs();
    }
  };
  const nobody = read('', {});
  const named = read('help@synx.example', PUBLISHED);

  /** Part `id` of a document, or question `id` of a category, in a language. */
  const partOf = (all: typeof documents, locale: string, name: string, id: string) => {
    const found = all.find((one) => one.locale === locale && one.name === name);
    const part = found?.sections.find((one) => one.id === id) ?? found?.items.find((one) => one.id === id);
    return part?.html ?? '';
  };
  const wordsOf = (all: typeof documents, name: string) => {
    const found = all.filter((one) => one.locale === 'en' && one.name === name);
    return found.flatMap(({ sections, items: all }) => [...sections, ...all].map(({ html }) => html)).join('\n');
  };

  it('is nobody, as the terms and the privacy notice say in every language, with the list of what is owed', () => {
    for (const locale of LOCALE_CODES) {
      const owed = `href="${locale === 'en' ? '/' : `/${locale}`}#team"`;
      for (const [name, id] of [
        ['terms', 'scope'],
        ['terms', 'contact'],
        ['privacy', 'who'],
      ] as const) {
        expect(partOf(nobody, locale, name, id), `${locale} ${name}#${id}`).toContain(owed);
        expect(partOf(named, locale, name, id), `${locale} ${name}#${id}`).not.toContain(owed);
      }
    }
    expect(partOf(nobody, 'en', 'terms', 'scope')).toContain('there is nobody you could sue by name');
    expect(partOf(nobody, 'en', 'terms', 'law')).toContain('cannot say which law that is');
    expect(wordsOf(named, 'terms')).not.toMatch(/nobody you could|cannot say|not been published yet/);
  });

  it('can be written to only where there is an address', () => {
    for (const locale of LOCALE_CODES) {
      for (const [name, id] of [
        ['terms', 'contact'],
        ['terms', 'law'],
        ['privacy', 'who'],
        ['privacy', 'rights'],
        ['general', 'support'],
        ['press-release', 'contact'],
      ] as const) {
        const [without, withAddress] = [nobody, named].map((all) => partOf(all, locale, name, id));
        expect(without, `${locale} ${name}#${id}`).toMatch(/<p>|<li>/);
        expect(without, `${locale} ${name}#${id}`).not.toContain('mailto:');
        expect(withAddress, `${locale} ${name}#${id}`).toContain('mailto:help@synx.example');
      }
      const track = `href="${locale === 'en' ? '' : `/${locale}`}/track"`;
      expect(partOf(nobody, locale, 'general', 'support'), locale).toContain(track);
      expect(partOf(named, locale, 'general', 'support'), locale).not.toContain(track);
    }
    for (const name of ['terms', 'privacy', 'press-release'])
      expect(wordsOf(nobody, name), name).not.toMatch(/\b(?:write to us|tell us|contact us|on request from)\b/i);
    expect(partOf(nobody, 'en', 'general', 'support')).toContain('There is no contact address yet.');
  });

  it('is not yet a team that is named, nor is there an audit, as long as the texts of the interface say so', () => {
    const owed = JSON.parse(readFileSync('content/owed.json', 'utf8')) as { id: string }[];
    const texts = loadDictionary('en');
    for (const key of [
      'landing.terms.nobody',
      'landing.terms.yet',
      'pay.review.nobody',
      'pay.review.unpublished',
    ] as const)
      expect(texts[key]).toMatch(/team.*audit|audit.*team/);
    expect(owed.map(({ id }) => id)).toEqual(expect.arrayContaining(['team', 'audit']));
  });
});
