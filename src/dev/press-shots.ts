// node_modules/node-*/bin/node src/dev/press-shots.ts <address of a running site>: takes the press pictures again. Run
// it after the site's design has changed, with `npm start` in another terminal, and commit public/press/shots.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { PRESS_SHOT_SMALL, PRESS_SHOTS } from '#src/config/press-shots.ts';

const [address] = process.argv.slice(2);
if (address === undefined) throw new Error('usage: press-shots.ts <address of a running site>');
const folder = join(import.meta.dirname, '../../public/press/shots');
mkdirSync(folder, { recursive: true });

const { CHROME_PATH } = process.env;
const browser = await chromium.launch(CHROME_PATH === undefined ? {} : { executablePath: CHROME_PATH });
try {
  for (const { name, path, width, height, scheme } of PRESS_SHOTS) {
    const page = await browser.newPage({
      ...{ viewport: { width, height }, deviceScaleFactor: 2, colorScheme: scheme, locale: 'en-US' },
      ...{ reducedMotion: 'reduce', serviceWorkers: 'block' },
    });
    // A page with a missing file does not show the site as it is.
    const missing: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) missing.push(response.url());
    });
    await page.goto(new URL(path, address).href, { waitUntil: 'networkidle' });
    await page.evaluate(async () => {
      await document.fonts.ready;
      scrollTo(0, 0);
    });
    if (missing.length > 0) throw new Error(`not served: ${missing.join(', ')}`);
    const picture = sharp(await page.screenshot());
    await picture
      .clone()
      .webp({ quality: 82, effort: 6 })
      .toFile(join(folder, `${name}.webp`));
    const small = picture.resize({ width: Math.min(PRESS_SHOT_SMALL, width) });
    await small.webp({ quality: 80, effort: 6 }).toFile(join(folder, `${name}-small.webp`));
    await page.close();
  }
} finally {
  await browser.close();
}
