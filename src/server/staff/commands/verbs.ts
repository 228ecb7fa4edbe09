import { StaffRefusal } from '../auth/refusal.ts';
import type { Verb } from './verb.ts';
import { airdropVerbs } from './verbs/airdrop.ts';
import { buildVerbs } from './verbs/builds.ts';
import { officeVerbs } from './verbs/office.ts';
import { paymentVerbs } from './verbs/payments.ts';
import { peopleVerbs } from './verbs/people.ts';
import { proposalVerbs } from './verbs/proposals.ts';

/** Everything staff can do. */
export const VERBS: Readonly<Record<string, Verb>> = {
  ...peopleVerbs,
  ...airdropVerbs,
  ...paymentVerbs,
  ...officeVerbs,
  ...buildVerbs,
  ...proposalVerbs,
};

/** A verb by its name. Throws StaffRefusal for a name there is not. */
export function findVerb(name: string): readonly [string, Verb] {
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
  if (verb === undefined) throw new StaffRefusal(`There is no "${name}".`);
  return [name, verb];
}
