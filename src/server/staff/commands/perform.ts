import type { Engine } from '../../context/engine.ts';
import { type Actor, mayAct } from '../auth/actor.ts';
import { appendAudit } from '../auth/audit.ts';
import { StaffRefusal } from '../auth/refusal.ts';
import type { Verb, VerbOutcome } from './verb.ts';

/**
 * Does what a verb says for somebody, with its audit entry in the same transaction; returns what they are told.
 * Throws StaffRefusal for what must not be done, and then nothing of it is kept.
 */
export async function perform(
  engine: Engine,
  actor: Actor,
  [name, verb]: readonly [string, Verb],
  fields: Readonly<Record<string, string | undefined>>,
): Promise<Pick<VerbOutcome, 'message' | 'file'>> {
  if (!mayAct(actor, verb.role, verb.byHost === true))
    throw new StaffRefusal(
      actor.kind === 'host' ? `"${name}" is for people with an account.` : `"${name}" is for managers.`,
    );
  const parsed = verb.input.safeParse(fields);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`);
    throw new StaffRefusal(`${problems.join('; ')}.`);
  }
  const now = engine.now();
  const typed = Object.fromEntries(Object.keys(verb.input.shape).map((field) => [field, fields[field] ?? '']));
  const seen = await verb.look?.(engine, parsed.data as never);
  return engine.db.transaction().execute(async (tx) => {
    const { subject, detail, ...answer } = await verb.run(
      { engine, tx, actor, now, typed },
      parsed.data as never,
      seen as never,
    );
    await appendAudit(tx, { actor: actor.name, action: name, subject, detail: { ...typed, ...detail } }, now);
    return answer;
  });
}
