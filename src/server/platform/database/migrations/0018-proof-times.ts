import type { EngineWords } from './engine-words.ts';

/** When a proof was last used, and since when its session has had another wallet. */
export function proofTimesSchema({ int }: EngineWords): readonly string[] {
  return [
    `alter table session_proofs add column used_at ${int} not null default 0`,
    `alter table session_proofs add column dormant_at ${int}`,
    // Proofs unused since the previous release end a day after this one.
    'update session_proofs set used_at = proven_at',
    'create index session_proofs_use on session_proofs (used_at)',
  ];
}
