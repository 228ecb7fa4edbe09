/** The session that first posted a hash: it may see the hash before a chain has it. */
export function postersSchema(): readonly string[] {
  return [
    'alter table submissions add column posted_by text',
    'create index submissions_poster on submissions (posted_by) where posted_by is not null',
  ];
}
