import { shard } from './0021-counters.ts';
import type { EngineWords } from './engine-words.ts';

/** A deleted participant's points leave the totals as well. */
export function deletedPointsSchema({ engine }: EngineWords): readonly string[] {
  const take = `update point_totals set points = points - old.ranked where shard = ${shard(engine, 'old.wallet')}`;
  if (engine === 'sqlite')
    return [
      `create trigger participants_counted_delete after delete on participants when old.ranked > 0 begin
         ${take}; end`,
    ];
  return [
    `create function uncount_points() returns trigger language plpgsql as $$ begin
       if old.ranked > 0 then ${take}; end if;
       return null;
     end $$`,
    `create trigger participants_uncounted after delete on participants
       for each row execute function uncount_points()`,
  ];
}
