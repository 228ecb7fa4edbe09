import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { WalletWait } from '#src/islands/wallet-button/WalletWait.tsx';
import type { FreeQuestion } from '#src/stores/ask-wallet.ts';
import { onPage } from '../states/support/on-page.tsx';
import { LANGUAGES, type Words } from '../states/support/screen.ts';

const QUESTIONS: Readonly<Record<FreeQuestion, RegExp>> = {
  connect: /show your address/,
  switch: /change the network/,
  sign: /sign a message to prove that the wallet is yours\./,
  stake: /so that you can stake/,
  vote: /sign your vote/,
  code: /referral code/,
  list: /show SYNX in its list/,
};

/** The waiting box of each question, in the words of a language. */
const boxes = (texts: Words) =>
  (Object.keys(QUESTIONS) as FreeQuestion[]).map((what) => ({
    what,
    html: renderToStaticMarkup(onPage(<WalletWait question={{ what, cancel: () => undefined }} />, { texts })),
  }));

test('(S34) a visitor is told what the wallet is asked for, that it is free, and how to give it up, in every language', () => {
  for (const [locale, texts] of LANGUAGES) {
    const sentences = boxes(texts).map(({ html }) => /<p role="status">(.+?)<\/p>/.exec(html)?.[1]);
    expect(new Set(sentences).size, locale).toBe(Object.keys(QUESTIONS).length);
    for (const { html } of boxes(texts)) expect(html).toContain(`>${texts['wallet.ask.cancel']}</button>`);
    if (locale !== 'en') continue;
    for (const { what, html } of boxes(texts)) {
      expect(html).toMatch(QUESTIONS[what]);
      expect(html).toContain('is free');
    }
  }
});
