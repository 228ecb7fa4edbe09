import type { EngineWords } from './engine-words.ts';

/** The lane in which we look for a posted hash: one of 4,096, not an address. */
export function lanesSchema({ int }: EngineWords): readonly string[] {
  return [`alter table submissions add column lane ${int}`];
}
