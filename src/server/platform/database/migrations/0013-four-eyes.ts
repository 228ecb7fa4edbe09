import type { EngineWords } from './engine-words.ts';

/**
 * Two halves of a manager's invitation; who invited whom; views paid per person and day. Drops open invitations of
 * managers by a manager, who saw both halves, and messages in plain text.
 */
export function fourEyesSchema({ sqlite, int }: EngineWords): readonly string[] {
  return [
    'alter table staff_invitations add column pin_hash text',
    `alter table staff_invitations add column pin_failed ${int} not null default 0`,
    `delete from staff_invitations where role = 'manager' and invited_by <> 'host'`,
    'alter table staff_proposals add column token_hash text',
    'alter table staff_accounts add column invited_by text',
    `update staff_accounts set invited_by = (
       select actor from staff_audit
       where action = 'invite' and subject = 'staff:' || staff_accounts.name order by id desc limit 1)`,
    'update staff_sessions set notice = null',
    `create table view_grants (
       submission_id ${int} not null references mission_submissions (id), person text not null,
       day text not null, thousands ${int} not null check (thousands > 0),
       primary key (submission_id, person, day))${sqlite ? ' strict' : ''}`,
  ];
}
