import type { DatabaseEngine } from '../engine.ts';
import { shard } from './0021-counters.ts';
import type { EngineWords } from './engine-words.ts';

/** Which participants are on the leaderboard, with `ranked` points; the totals count these from now on. */
export function establishedSchema({ engine, sqlite, int }: EngineWords): readonly string[] {
  const bought = "from payments where status = 'credited' and below_minimum = 0";
  return [
    ...(sqlite ? [] : ['lock table participants in share row exclusive mode']),
    `alter table participants add column established ${int} not null default 0`,
    `insert into participants (wallet, points, referral_code, created_at)
       select payer, 0, null, min(first_seen_at) ${bought} group by payer on conflict (wallet) do nothing`,
    `update participants set established = 1 where wallet in (select payer ${bought}) or wallet in (
       select wallet from mission_submissions where status = 'confirmed'
       and mission in ('xFollow', 'socialShare', 'youtubeSubscribe', 'youtubeEngage', 'retweet', 'createVideo'))`,
    `alter table participants add column ranked ${int}
       generated always as (points * established) ${sqlite ? 'virtual' : 'stored'}`,
    'drop index participants_rank',
    'create index participants_ranked on participants (ranked, wallet)',
    ...(sqlite ? sqliteTriggers() : postgresTriggers()),
    ...countRanked(engine),
  ];
}

/** Counts the leaderboard's points from scratch. */
export function countRanked(engine: DatabaseEngine): readonly string[] {
  return [
    'delete from point_totals',
    `insert into point_totals (shard, points)
       select ${shard(engine, 'wallet')}, cast(sum(ranked) as bigint) from participants where ranked > 0 group by 1`,
  ];
}

function addRanked(engine: DatabaseEngine, change: string): string {
  return `insert into point_totals (shard, points) values (${shard(engine, 'new.wallet')}, ${change})
    on conflict (shard) do update set points = point_totals.points + excluded.points`;
}

function sqliteTriggers(): readonly string[] {
  const ranked = (row: 'new' | 'old') => `max(${row}.points * ${row}.established, 0)`;
  const counted = (event: string, change: string) =>
    `create trigger participants_counted_${event.split(' ')[0]} after ${event} on participants
     begin ${addRanked('sqlite', change)}; end`;
  return [
    'drop trigger if exists participants_counted_insert',
    'drop trigger if exists participants_counted_update',
    counted('insert', ranked('new')),
    counted('update of points, established', `${ranked('new')} - ${ranked('old')}`),
  ];
}

function postgresTriggers(): readonly string[] {
  return [
    `create or replace function count_points() returns trigger language plpgsql as $$ begin
       if tg_op = 'INSERT' then
         if new.ranked > 0 then ${addRanked('postgres', 'new.ranked')}; end if;
       elsif greatest(new.ranked, 0) <> greatest(old.ranked, 0) then
         ${addRanked('postgres', 'greatest(new.ranked, 0) - greatest(old.ranked, 0)')};
       end if;
       return null;
     end $$`,
    'drop trigger if exists participants_counted on participants',
    `create trigger participants_counted after insert or update of points, established on participants
       for each row execute function count_points()`,
  ];
}
