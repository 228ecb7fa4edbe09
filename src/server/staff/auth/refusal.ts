/** An action that staff may not do, or not now, with the sentence that says why; nothing of the action is kept. */
export class StaffRefusal extends Error {
  override readonly name = 'StaffRefusal';
}
