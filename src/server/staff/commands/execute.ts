import { HandoverRefusal } from '#src/server/money/handover/batch.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { type Actor, mayAct } from '../auth/actor.ts';
import { appendAudit } from '../auth/audit.ts';
import { StaffRefusal } from '../auth/refusal.ts';
import type { CommandOutcome, StaffCommand } from './staff-command.ts';

/** Executes a command and its audit entry in one transaction; returns the message. Throws StaffRefusal. */
export async function execute(
  context: AppContext,
  actor: Actor,
  [name, command]: readonly [string, StaffCommand],
  fields: Readonly<Record<string, string | undefined>>,
): Promise<Pick<CommandOutcome, 'file'> & { readonly message: string }> {
  if (!mayAct(actor, command.role, command.byHost === true))
    throw new StaffRefusal(
      actor.kind === 'host' ? `"${name}" is for people with an account.` : `"${name}" is for managers.`,
    );
  const parsed = command.input.safeParse(fields);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`);
    throw new StaffRefusal(`${problems.join('; ')}.`);
  }
  const now = context.now();
  const typed = Object.fromEntries(Object.keys(command.input.shape).map((field) => [field, fields[field] ?? '']));
  const seen = await command.look?.(context, parsed.data as never).catch(refused);
  const { message, ...answer } = await context.db.transaction().execute(async (tx) => {
    const outcome = await command.run({ context, tx, actor, now, typed }, parsed.data as never, seen).catch(refused);
    const { detail, ...answer }: CommandOutcome = typeof outcome === 'string' ? { message: outcome } : outcome;
    const subject = answer.subject ?? command.subject(parsed.data as never);
    await appendAudit(tx, { actor: actor.name, action: name, subject, detail: { ...typed, ...detail } }, now);
    return answer;
  });
  return { ...answer, message: typeof message === 'string' ? message : await message().catch(refused) };
}

function refused(error: unknown): never {
  if (error instanceof ApiFailure) throw new StaffRefusal(`${error.code}: ${error.message}`);
  throw error instanceof HandoverRefusal ? new StaffRefusal(error.message) : error;
}
