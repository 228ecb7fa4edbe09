import { generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { getDocumentProxy } from 'unpdf';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import type { ReceiptResponse } from '#src/contract/receipts.ts';
import type { SiteConfig } from '#src/contract/system.ts';
import { changeAnswer } from '#tests/support/browser/change-answer.ts';
import { creditWallet } from '#tests/support/browser/credited.ts';
import { word } from '#tests/support/browser/dictionary.ts';
import { fundedWallet } from '#tests/support/browser/local-chains.ts';
import { test } from '#tests/support/browser/test.ts';

/** The lines of the only engraving in a part of the page. */
function engravingIn(part: Locator): Promise<string[]> {
  return part.locator('svg.engraving path').evaluateAll((lines) => lines.map((line) => line.getAttribute('d') ?? ''));
}

/** The certificate as it is saved, as a PNG of 1200 by 630. */
async function savedPicture(page: Page, sheet: Locator): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: 'Share as a picture' }).click(),
  ]);
  const picture = readFileSync(await file.path());
  expect([file.suggestedFilename(), picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([
    'synx-purchase.png',
    1200,
    630,
  ]);
  return picture;
}

/** Buys for one BNB and returns the path of the purchase's receipt page. */
async function receiptOf(page: Page): Promise<string> {
  const wallet = await fundedWallet(56);
  await creditWallet(page.request, wallet, 1);
  const { payments } = await (await page.request.get(`/api/track/wallet/${wallet}`)).json();
  return `/receipt?id=${payments[0].id}`;
}

test('a receipt is shown, saved, and verified offline; one changed digit is detected [R2.015]', async ({ page }) => {
  const path = await receiptOf(page);
  await page.goto(path);
  const sheet = page.getByRole('region', { name: 'Purchase receipt' });
  await expect(sheet).toContainText('70,618');
  await expect(sheet).toContainText('1 BNB');
  await expect(sheet).toContainText('Credited here, not yet in your wallet. Claiming is not live.');
  await expect(sheet.getByRole('img', { name: 'QR code that opens the verification of this receipt' })).toBeVisible();
  await expect(sheet).toContainText(
    /Entry \d+ in the purchase records: unchanged\. That day’s Merkle root is signed after midnight UTC\./,
  );
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: 'Save as JSON' }).click(),
  ]);
  const saved = readFileSync(await file.path(), 'utf8');
  await expect(sheet).toContainText(/A balance on \S+, not in a wallet\./);
  const engraved = await engravingIn(sheet);
  expect(engraved.length).toBeGreaterThan(30);
  await test.step('the certificate becomes a picture, without its amounts if wished', async () => {
    const picture = await savedPicture(page, sheet);
    await sheet.getByRole('checkbox', { name: 'Hide the amounts in the picture' }).check();
    expect((await savedPicture(page, sheet)).equals(picture)).toBe(false);
  });

  // The keys, and the parts that load with the first interaction, are there before the connection is cut.
  const keys = page.waitForResponse('**/api/verify/keys');
  await page.goto('/verify');
  await page.mouse.move(5, 5);
  await page.mouse.move(9, 9);
  await (await keys).finished();
  // Read from the page, which may have it in its cache: a response may belong to the previous page.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/newsletter\.[^/]*\.js$/.test(name)),
  );
  await expect(page.getByText(/^All \d+ loaded files/)).toBeVisible();
  await page.context().setOffline(true);
  const form = page.locator('form', { has: page.getByLabel('Receipt (JSON)') });
  await form.getByLabel('Receipt (JSON)').fill(saved);
  await form.getByRole('button', { name: 'Check' }).click();
  await expect(form).toContainText('Genuine and unchanged: 70,618 SYNX');
  await expect(form).toContainText('the receipt was not sent anywhere');
  await expect(form).toContainText('The pattern of its transaction.');
  expect(await engravingIn(form)).toEqual(engraved);
  await form.getByLabel('Receipt (JSON)').fill(saved.replace('"tokens": "70618"', '"tokens": "70619"'));
  await form.getByRole('button', { name: 'Check' }).click();
  await expect(form).toContainText('The signature does not match');
  expect(await engravingIn(form)).toEqual([]);
  await page.context().setOffline(false);

  await form.getByLabel('Receipt (JSON)').fill(saved);
  await form.getByRole('button', { name: 'Check' }).click();
  await form.getByRole('button', { name: /^Send it to the server/ }).click();
  await expect(form).toContainText('The ledger confirms: credited.');
});

test.describe('printed in Berlin', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('a receipt names its issuer, the address of the site and the time zone', async ({ page, baseURL }) => {
    const path = await receiptOf(page);
    await page.goto(path);
    const sheet = page.getByRole('region', { name: 'Purchase receipt' });
    await expect(sheet).toContainText('in the purchase records');
    await page.emulateMedia({ media: 'print' });
    await expect(sheet.getByText(`SYNX · ${baseURL}`)).toBeVisible();
    // Of the block, and of the credit.
    const times = sheet.getByText(/at \d+:\d\d:\d\d [AP]M GMT\+[12]$/);
    await expect(times.filter({ visible: true })).toHaveCount(2);
    await expect(sheet.getByRole('button')).toHaveCount(0);
    const paper = await page.pdf({ format: 'A4', preferCSSPageSize: true });
    expect((await getDocumentProxy(new Uint8Array(paper))).numPages).toBe(1);
  });
});

test('the receipt page leads to its check, in Arabic too; an unknown number or status says so', {
  tag: '@long',
}, async ({ page, watch }) => {
  const path = await receiptOf(page);
  await page.goto(`/ar${path}`);
  await page.getByRole('link', { name: word('ar', 'receipt.check') }).click();
  await expect(page.getByText(word('ar', 'verify.receipt.credited').split('{')[0] ?? '')).toBeVisible();
  watch.allow(/status of 404/);
  await page.goto(`/receipt?id=1-0x${'ab'.repeat(32)}-coin`);
  await expect(page.getByText('There is no receipt with this number')).toBeVisible();
  await test.step('without a number it says what it is for, and where receipts are', async () => {
    await page.goto('/receipt');
    const sheet = page.getByRole('region', { name: 'Purchase receipt' });
    await expect(sheet).toContainText('This page shows the signed receipt of one payment.');
    await expect(sheet).not.toContainText('There is no receipt');
    for (const [name, path] of [
      ['Dashboard', '/dashboard'],
      ['Track a payment', '/track'],
    ] as const)
      await expect(sheet.getByRole('link', { name })).toHaveAttribute('href', path);
  });
  await test.step('a status that the page does not know is told of by a sentence, never by nothing', async () => {
    await changeAnswer<ReceiptResponse>(page, '**/api/receipts/*', ({ current, receipt }) => ({
      current: { ...current, status: 'of-a-newer-api' as never },
      receipt: {
        ...receipt,
        payload: { ...receipt.payload, blockTime: '2031-05-04T12:00Z', time: '2032-05-04T12:00Z' },
      },
    }));
    await page.goto(path);
    const sheet = page.getByRole('region', { name: 'Purchase receipt' });
    await expect(sheet).toContainText('This page is out of date. Reload it to see the status.');
    await expect(sheet).toContainText('1 BNB');
    // The block's time, as everywhere; the credit has a line of its own.
    await expect(sheet).toContainText(/When[^:]*2031.*Tokens credited[^:]*2032/);
  });
});

/** Which address is ours, in the server's words and in those of the build. */
async function compareAddresses(page: Page): Promise<void> {
  await expect(page.getByText('The server gives the same presale address as this build.')).toBeVisible();
  const field = page.getByLabel('Paste the address shown in your wallet');
  const compare = page.getByRole('button', { name: 'Compare' });
  await field.fill(DEVELOPMENT_PRESALE_ADDRESS.toLowerCase());
  await compare.click();
  await expect(page.getByText('This matches: Presale address.')).toBeVisible();
  await field.fill(
    `${DEVELOPMENT_PRESALE_ADDRESS.slice(0, 7)}${'0'.repeat(30)}${DEVELOPMENT_PRESALE_ADDRESS.slice(-5)}`,
  );
  await compare.click();
  await expect(
    page.getByText(/^Warning: this resembles Presale address but is not the same \(different characters: \d+\)/),
  ).toBeVisible();
  await field.fill(`0x${'1'.repeat(40)}`);
  await compare.click();
  await expect(page.getByText('This is not one of our addresses.')).toBeVisible();
}

/** The loaded files, as the browser has them. */
async function expectFilesChecked(page: Page): Promise<void> {
  await expect(page.getByText(/^All \d+ loaded files match the published build\.$/)).toBeVisible();
  const checked = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.initiatorType === 'fetch')
      .filter(({ name }) => new URL(name).pathname.startsWith('/_astro/'))
      .map((entry) => [entry.name, (entry as PerformanceResourceTiming).transferSize] as const),
  );
  expect(checked.length).toBeGreaterThan(10);
  expect(checked.filter(([, bytes]) => bytes > 0)).toEqual([]);
  expect(new Set(checked.map(([name]) => name)).size).toBe(checked.length);
}

test('the page compares addresses, channels and the loaded files with those of the site', async ({ page }) => {
  await page.goto('/verify');
  await test.step('the loaded files are checked without asking for a script or font again', () =>
    expectFilesChecked(page));
  await test.step('this build is not signed by our team’s key, and the server has not withdrawn it', async () => {
    await expect(page.getByText('This list is not signed by our team’s key.')).toBeVisible();
    await expect(page.getByText(word('en', 'verify.site.standing'))).toBeVisible();
  });
  await test.step('the field for a saved receipt looks like the other fields', async () => {
    const border = (label: string) =>
      page.getByLabel(label).evaluate((field) => getComputedStyle(field).borderTopColor);
    expect(await border('Open a file')).toBe(await border('Receipt (JSON)'));
  });
  await test.step('addresses match, look alike or are foreign; the server agrees with the build', () =>
    compareAddresses(page));
  await test.step('an address is shown in groups of four, with the pattern that explorers draw', async () => {
    const card = page.locator('.card', { has: page.getByRole('heading', { name: /^Presale address/ }) });
    const code = card.locator('code');
    await expect(code).toHaveText(DEVELOPMENT_PRESALE_ADDRESS);
    const groups = await code.locator('span').allTextContents();
    expect(groups.slice(0, 2)).toEqual(['0x', DEVELOPMENT_PRESALE_ADDRESS.slice(2, 6)]);
    expect(groups).toHaveLength(11);
    await expect(card.getByRole('img', { name: 'Pattern of this address' })).toBeVisible();
  });
  await test.step('only this site is official if no channel was announced', async () => {
    await expect(page.getByText('No other channel has been announced.')).toBeVisible();
    await page.getByLabel('Link, name or e-mail address').fill('https://t.me/synx_admin');
    const form = page.locator('form', { has: page.getByLabel('Link, name or e-mail address') });
    await form.getByRole('button', { name: 'Check' }).click();
    await expect(page.getByText('This is not on our list. Treat it as fake.')).toBeVisible();
  });
});

/** Has the server answer with this list of files, and with a signature of these bytes by the key that is returned. */
async function answerSigned(page: Page, list: Buffer, signed: Buffer): Promise<string> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url');
  await page.route('**/.well-known/synx-manifest.json', (route) =>
    route.fulfill({ contentType: 'application/json', body: list }),
  );
  await page.route('**/.well-known/synx-manifest.sig', (route) =>
    route.fulfill({ body: `${sign(null, signed, privateKey).toString('base64url')} ${key}\n` }),
  );
  return key;
}

/** The list of files with another checksum of a file that the page has loaded. */
function withChangedFile(list: Buffer): Buffer {
  const manifest = JSON.parse(list.toString());
  const file = Object.keys(manifest.files).find((name) => /^_astro\/VerifyTools.*\.js$/.test(name)) ?? 'verify.html';
  manifest.files[file] = '0'.repeat(64);
  return Buffer.from(JSON.stringify(manifest));
}

/** Has the server withdraw the build that made this list of files. */
async function withdraw(page: Page, list: Buffer): Promise<void> {
  const { commit } = JSON.parse(list.toString());
  await changeAnswer<SiteConfig>(page, '**/api/config', () => ({ withdrawnBuilds: [String(commit).slice(0, 40)] }));
}

async function expectBuyingOff(page: Page): Promise<void> {
  for (const [path, locale] of [
    ['/', 'en'],
    ['/ar', 'ar'],
  ] as const) {
    await page.goto(path);
    const card = page.getByRole('region', { name: word(locale, 'presale.title') });
    await expect(card.getByText(word(locale, 'presale.withdrawn'))).toBeVisible();
    await expect(card.getByRole('button', { name: word(locale, 'presale.button.off') })).toBeDisabled();
  }
}

test('another presale address, a wrong signature, a changed file and a withdrawn build are warned of', {
  tag: '@long',
}, async ({ page }) => {
  const list = await (await page.request.get('/.well-known/synx-manifest.json')).body();
  await page.route('**/api/verify/addresses', async (route) => {
    const answer = await (await route.fetch()).json();
    for (const chain of answer.payload.chains) chain.presaleAddress = `0x${'1'.repeat(40)}`;
    await route.fulfill({ json: answer });
  });
  await withdraw(page, list);
  const key = await answerSigned(page, list, list);
  await page.goto('/verify');
  await expect(page.getByText(`This list is signed with the key ${key}.`)).toBeVisible();
  await expect(page.getByText(/^All \d+ loaded files match the published build\.$/)).toBeVisible();
  await expect(
    page.getByText('The presale address given by the server is not the one in this build. Do not pay.'),
  ).toBeVisible();
  await expect(page.getByText(word('en', 'verify.site.withdrawn'))).toBeVisible();

  await page.unrouteAll();
  await withdraw(page, list);
  const changed = withChangedFile(list);
  await answerSigned(page, changed, Buffer.concat([changed, Buffer.from(' ')]));
  await page.reload();
  await expect(page.getByText('The signature of this list does not match it.')).toBeVisible();
  await expect(page.getByText(/^Loaded files that do not match the published build: 1\./)).toBeVisible();
  await test.step('buying is off in a withdrawn build, also in Arabic', () => expectBuyingOff(page));
});

/** How browsers inside of apps treat a copy. */
const CLIPBOARDS = ['refuses', 'is missing', 'never answers', 'copies'] as const;

/** Gives the page a clipboard of this kind. */
function setClipboard(kind: string): void {
  const answers: Record<string, (() => Promise<void>) | undefined> = {
    refuses: () => Promise.reject(new DOMException('not allowed', 'NotAllowedError')),
    'is missing': undefined,
    'never answers': () => new Promise<void>(() => {}),
    copies: () => Promise.resolve(),
  };
  const writeText = answers[kind];
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: writeText && { writeText } });
}

/** The text that is selected for a copy by hand, whole. */
async function selectedByHand(page: Page, { name }: { readonly name: RegExp }): Promise<string> {
  const field = page.getByRole('textbox', { name });
  await expect(field).toBeFocused();
  return field.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd));
}

test('a text that the browser does not copy is said to be uncopied, and selected for a copy by hand', async ({
  page,
}) => {
  const texts = { name: /^Could not copy/ };
  await page.goto('/verify');
  const copy = page.getByRole('button', { name: 'Copy address' }).first();
  const address = (await copy.getAttribute('data-copy')) ?? '';
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
  for (const kind of CLIPBOARDS.slice(0, 3))
    await test.step(`the clipboard ${kind}`, async () => {
      await page.evaluate(setClipboard, kind);
      await copy.click();
      expect(await selectedByHand(page, texts)).toBe(address);
      await expect(page.getByText('Address copied')).toBeHidden();
      await expect(page.getByRole('textbox', texts)).toHaveCount(1);
      await page.evaluate(setClipboard, 'copies');
      await copy.click();
      await expect(page.getByText('Address copied')).toBeVisible();
      await expect(page.getByRole('textbox', texts)).toHaveCount(0);
      await expect(copy).toHaveText('Copy address');
    });
  await page.addInitScript(setClipboard, 'is missing');
  await test.step('the answer of a question', async () => {
    await page.goto('/faq#burn');
    await page.locator('#burn').getByRole('button', { name: 'Copy answer' }).click();
    expect(await selectedByHand(page, texts)).toMatch(/^How does the burn work\?\n[\s\S]*\/faq#burn$/);
  });
  await test.step('the address of a wallet on the dashboard', async () => {
    await page.goto(`/dashboard?address=${DEVELOPMENT_PRESALE_ADDRESS}`);
    await page.getByRole('main').getByRole('button', { name: 'Copy address' }).click();
    expect((await selectedByHand(page, texts)).toLowerCase()).toBe(DEVELOPMENT_PRESALE_ADDRESS.toLowerCase());
  });
});
