import type { EngineWords } from './engine-words.ts';

/** Services next to the sale. Callers' addresses and values of tokens are stored as hashes only. */
export function servicesSchema({ int, id, table }: EngineWords): readonly string[] {
  return [
    table(
      'newsletter_subscribers',
      `id ${id}, email text not null unique, locale text not null,
       status text not null check (status in ('pending', 'confirmed')), created_at ${int} not null, confirmed_at ${int},
       mail_kind text not null check (mail_kind in ('confirm', 'welcome', 'known')), mail_due_at ${int},
       mail_attempts ${int} not null default 0, mailed_at ${int}, confirm_mails ${int} not null default 0`,
    ),
    'create index newsletter_due on newsletter_subscribers (mail_due_at)',
    table(
      'newsletter_tokens',
      `token_hash text primary key, subscriber_id ${int} not null references newsletter_subscribers (id) on delete cascade,
       purpose text not null check (purpose in ('confirm', 'unsubscribe')), expires_at ${int}`,
    ),
    'create index newsletter_tokens_subscriber on newsletter_tokens (subscriber_id)',
    table(
      'partner_applications',
      `id ${id}, reference text not null unique, organisation text not null, website text not null, email text not null,
       type text not null, message text not null, locale text, created_at ${int} not null`,
    ),
    table(
      'faq_votes',
      `voter text primary key, faq_id text not null, locale text not null, value text not null check (value in ('up', 'down')),
       voted_at ${int} not null`,
    ),
    table(
      'faq_tallies',
      `faq_id text not null, locale text not null, value text not null check (value in ('up', 'down')),
       votes ${int} not null check (votes >= 0), primary key (faq_id, locale, value)`,
    ),
    table(
      'card_intents',
      `id text primary key, status text not null check (status = 'not-live'), usdc_destination text not null,
       synx_destination text not null, usd_amount text not null, synx_tokens text not null, checkout_url text not null,
       created_at ${int} not null`,
    ),
    table(
      'page_views',
      `day text not null, path text not null, locale text not null, views ${int} not null,
       primary key (day, path, locale)`,
    ),
    table('caller_windows', `caller text primary key, used ${int} not null, ends_at ${int} not null`),
    'create index caller_windows_end on caller_windows (ends_at)',
  ];
}
