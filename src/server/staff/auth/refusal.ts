import { ServerError } from '#src/server/platform/util/errors.ts';
/** An action that staff may not do, or not now, with the sentence that says why; nothing of the action is kept. */
export class StaffRefusal extends ServerError {
  override readonly name = 'StaffRefusal';
  readonly code = 'staff_refused';
}
