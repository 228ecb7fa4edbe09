import type { Page } from '@playwright/test';

/**
 * Does to every later page of `page` what a browser does that translates it: each text, also one that changes later, is
 * replaced by a copy in two nested elements.
 */
export async function translatePage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const translate = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      for (let text: Node | null = walker.currentNode; text !== null; text = walker.nextNode()) texts.push(text);
      for (const text of texts) {
        if (!(text instanceof Text) || text.data.trim() === '') continue;
        if (text.parentElement?.closest('font, script, style, textarea, noscript, svg') !== null) continue;
        const inner = document.createElement('font');
        const outer = document.createElement('font');
        inner.append(text.data);
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    addEventListener('DOMContentLoaded', () => {
      translate(document.body);
      new MutationObserver((changes) => {
        for (const { type, target, addedNodes } of changes)
          for (const node of type === 'characterData' ? [target] : addedNodes) if (node.isConnected) translate(node);
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    });
  });
}
