import type { EngineWords } from './engine-words.ts';

/** Which alarms the operator has had a mail about, and when the next mail may go (one row). */
export function alertsSchema({ sqlite, int }: EngineWords): readonly string[] {
  return [
    `alter table alarms add column told_at ${int}`,
    `create table alert_mails (id ${int} primary key check (id = 1), mailed_at ${int} not null,
       next_at ${int} not null, attempts ${int} not null)${sqlite ? ' strict' : ''}`,
    'insert into alert_mails (id, mailed_at, next_at, attempts) values (1, 0, 0, 0)',
  ];
}
