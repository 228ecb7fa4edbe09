import type { Requirement } from '#tests/trace/requirements.ts';
import type { Fault } from './fault.ts';

/** The fault of a requirement, or that of the one whose statement it repeats ("[same as R4.064]"). */
export function sharedFault(
  { id, text }: Pick<Requirement, 'id' | 'text'>,
  faults: ReadonlyMap<string, Fault>,
): Fault | undefined {
  const [, same = ''] = /\[same as (R\d\.\d{3})\]/.exec(text) ?? [];
  return faults.get(id) ?? faults.get(same);
}
