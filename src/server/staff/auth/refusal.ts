/** An action that staff may not do, or not now, with the sentence that says why; nothing of the action is kept. */
export class StaffRefusal extends Error {
  override readonly name = 'StaffRefusal';
}

export const NO_TIME = 'No chain tells the time at the moment, and nothing is done by a clock that may be wrong.';
