import type { DatabaseEngine } from '../engine.ts';
import type { EngineWords } from './engine-words.ts';

/**
 * Totals, so that pages add up no growing table: points by the wallet's last digit, against waiting, and votes by
 * choice. Triggers keep them, whichever release writes.
 */
export function countersSchema({ engine, sqlite, int, table }: EngineWords): readonly string[] {
  return [
    table('point_totals', `shard ${int} primary key, points ${int} not null`),
    table(
      'vote_counts',
      `proposal_id text not null, choice text not null, votes ${int} not null, primary key (proposal_id, choice)`,
    ),
    // Nobody may write between the first count and the trigger that continues it.
    ...(sqlite ? [] : ['lock table participants, votes in share row exclusive mode']),
    ...countStatements(engine),
    ...(sqlite ? sqliteTriggers() : postgresTriggers()),
  ];
}

/** Counts both totals from scratch. */
export function countStatements(engine: DatabaseEngine): readonly string[] {
  return [
    'delete from point_totals',
    `insert into point_totals (shard, points)
       select ${shard(engine, 'wallet')}, cast(sum(points) as bigint) from participants where points > 0 group by 1`,
    ...voteCountStatements(),
  ];
}

export function voteCountStatements(): readonly string[] {
  return [
    'delete from vote_counts',
    'insert into vote_counts (proposal_id, choice, votes) select proposal_id, choice, count(*) from votes group by proposal_id, choice',
  ];
}

/** 0 to 15 by the last digit of an address in lower case. */
export function shard(engine: DatabaseEngine, wallet: string): string {
  const digits = "'0123456789abcdef'";
  return engine === 'sqlite'
    ? `max(0, instr(${digits}, substr(${wallet}, -1)) - 1)`
    : `greatest(0, strpos(${digits}, right(${wallet}, 1)) - 1)`;
}

/** Only points above zero count, as on the leaderboard. */
function addPoints(engine: DatabaseEngine, change: string): string {
  return `insert into point_totals (shard, points) values (${shard(engine, 'new.wallet')}, ${change})
    on conflict (shard) do update set points = point_totals.points + excluded.points`;
}

function addVotes(row: 'new' | 'old', change: number): string {
  return `insert into vote_counts (proposal_id, choice, votes) values (${row}.proposal_id, ${row}.choice, ${change})
    on conflict (proposal_id, choice) do update set votes = vote_counts.votes + excluded.votes`;
}

function sqliteTriggers(): readonly string[] {
  const points = (event: string, change: string) =>
    `create trigger participants_counted_${event.split(' ')[0]} after ${event} on participants
     begin ${addPoints('sqlite', change)}; end`;
  return [
    points('insert', 'max(new.points, 0)'),
    points('update of points', 'max(new.points, 0) - max(old.points, 0)'),
    `create trigger votes_counted_insert after insert on votes begin ${addVotes('new', 1)}; end`,
    `create trigger votes_counted_update after update of choice on votes
     begin ${addVotes('old', -1)}; ${addVotes('new', 1)}; end`,
    `create trigger votes_counted_delete after delete on votes begin ${addVotes('old', -1)}; end`,
  ];
}

function postgresTriggers(): readonly string[] {
  return [
    `create function count_points() returns trigger language plpgsql as $$ begin
       if tg_op = 'INSERT' then
         if new.points > 0 then ${addPoints('postgres', 'new.points')}; end if;
       elsif greatest(new.points, 0) <> greatest(old.points, 0) then
         ${addPoints('postgres', 'greatest(new.points, 0) - greatest(old.points, 0)')};
       end if;
       return null;
     end $$`,
    `create trigger participants_counted after insert or update of points on participants
       for each row execute function count_points()`,
    `create function count_votes() returns trigger language plpgsql as $$ begin
       if tg_op <> 'INSERT' then ${addVotes('old', -1)}; end if;
       if tg_op <> 'DELETE' then ${addVotes('new', 1)}; end if;
       return null;
     end $$`,
    `create trigger votes_counted after insert or delete or update of choice on votes
       for each row execute function count_votes()`,
  ];
}
