/** Keys of the system log: one sentence for each event the server records, filled from its values. */
export const NEWS_KEYS = {
  'news.title': 'Heading of the system log.',
  'news.text': 'Explains the system log.',
  'news.loading': 'Shown until the entries are there.',
  'news.empty': 'Shown when there is no entry.',
  'news.unavailable': 'Shown when the entries could not be read.',
  'news.all': 'Link to all entries as data.',
  'news.sale-opened': '{phase} is a number, {price} a price in US dollars.',
  'news.phase-changed': '{phase} is a number, {price} a price in US dollars.',
  'news.window-restarted':
    'A price window of seven days; {window} and {phase} are numbers, {price} is a price in US dollars.',
  'news.sale-closed': '{phase} is a number.',
  'news.rate-changed': '{rate} is a percentage.',
  'news.facts-changed': '{facts} is a list of names of facts.',
  'news.andMore': '{facts} is a list of names, {count} how many are not named.',
  'news.build-released': '{version} and {build} are codes.',
  'news.incident-opened': '{incident} is one of the phrases below.',
  'news.incident-closed': '{incident} is one of the phrases below, {since} a date and time.',
  'news.incident.books': 'Phrase for an incident: the ledger did not add up.',
  'news.incident.records': 'Phrase for an incident: a public record was changed.',
  'news.incident.token': 'Phrase for an incident: a contract was not what it should be; {chain} is a network.',
} as const satisfies Record<string, string>;
