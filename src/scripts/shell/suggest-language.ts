import { DEFAULT_LOCALE, isLocale, type Locale } from '#src/config/locales.ts';
import { preferredLocale } from '#src/config/preferred-locale.ts';
import { LANGUAGE, LANGUAGE_OFFER } from '#src/config/storage-keys.ts';
import { readItem, writeItem } from './browser-items.ts';

type Offers = Readonly<Record<Locale, { offer: string; accept: string; dismiss: string }>>;

/** On `/` without a known choice, goes to the server's detected language; elsewhere offers the wanted one. */
export async function suggestLanguage(): Promise<void> {
  const page = document.documentElement.lang;
  const wanted = preferredLocale(readItem(LANGUAGE), navigator.languages);
  if (wanted === page) return;
  if (location.pathname === '/') {
    if (wanted !== null) return;
    const response = await fetch('/api/debug/ip').catch(() => null);
    const answer = response?.ok ? ((await response.json()) as { detectedLanguage?: unknown }) : {};
    const detected = String(answer.detectedLanguage);
    if (isLocale(detected) && detected !== DEFAULT_LOCALE)
      location.replace(`/${detected}${location.search}${location.hash}`);
    return;
  }
  if (wanted === null || readItem(LANGUAGE_OFFER) === page) return;
  const link = document.querySelector<HTMLAnchorElement>(`a[data-language="${wanted}"]`);
  const offers = await fetch('/languages.json').catch(() => null);
  if (link && offers?.ok) offer(wanted, page, link, ((await offers.json()) as Offers)[wanted]);
}

function offer(wanted: Locale, page: string, link: HTMLAnchorElement, text: Offers[Locale]): void {
  const box = document.createElement('aside');
  const withdraw = () => {
    box.remove();
    delete document.body.dataset.offer;
  };
  box.className = 'offer';
  box.lang = wanted;
  box.dir = link.dir;
  const line = document.createElement('p');
  line.className = 'unseen';
  line.textContent = text.offer;
  const accept = document.createElement('a');
  accept.className = 'link';
  accept.href = link.href;
  accept.dataset.language = wanted;
  accept.textContent = text.accept;
  const dismiss = document.createElement('button');
  dismiss.className = 'button button-small';
  dismiss.type = 'button';
  dismiss.textContent = text.dismiss;
  dismiss.addEventListener('click', () => {
    writeItem(LANGUAGE_OFFER, page);
    withdraw();
  });
  box.append(line, accept, dismiss);
  document.body.append(box);
  document.body.dataset.offer = '';
  // The visitor has begun to use the page as it is: the offer returns with the next one, if it was not dismissed.
  for (const type of ['click', 'focusin'])
    document.querySelector('main')?.addEventListener(type, withdraw, { once: true });
}
