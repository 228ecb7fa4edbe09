import type { Page } from '@playwright/test';

/**
 * Sets the page in its own fonts, for a test that measures text: a page whose fonts come late keeps the stand-ins
 * (`font-display: optional`), and on a busy machine they do.
 */
export async function setInOwnFonts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    const own = rules.filter((rule) => rule instanceof CSSFontFaceRule).filter(({ cssText }) => /url\(/.test(cssText));
    for (const { style, parentStyleSheet } of own) {
      const of = (name: string) => style.getPropertyValue(name);
      const source = of('src').replace(
        /url\("([^"]+)"\)/,
        (_, path) => `url(${new URL(path, parentStyleSheet?.href ?? '')})`,
      );
      const face = new FontFace(of('font-family').replaceAll('"', ''), source, {
        weight: of('font-weight'),
        ...(of('unicode-range') === '' ? {} : { unicodeRange: of('unicode-range') }),
      });
      document.fonts.add(await face.load());
    }
  });
}
