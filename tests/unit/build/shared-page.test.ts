import { describe, expect, it } from 'vitest';
import { readSharedPage } from '#src/build/share/shared-page.ts';

const head = (fields: string) => `<!doctype html><html lang="fr" dir="ltr"><head>${fields}</head>`;

describe('what a page states where it is shared', () => {
  it('is read from its head, without the name that the picture already carries', () => {
    const html = head(
      '<meta property="og:title" content="L&#39;&quot;airdrop&quot; &amp; plus – SYNX"><meta property="og:description" content="1 &lt; 2"><meta property="og:image" content="https://synx.example/share/fr/airdrop.png">',
    );
    expect(readSharedPage(html)).toEqual({
      locale: 'fr',
      image: '/share/fr/airdrop.png',
      title: 'L\'"airdrop" & plus',
      description: '1 < 2',
    });
  });

  it('is nothing for a page that names no picture', () => {
    expect(readSharedPage(head('<meta property="og:title" content="T">'))).toBeNull();
  });
});
