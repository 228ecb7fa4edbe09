/** Characters of an objection to the draft of a handover's list. */
export const OBJECTION_LENGTH = 1_000;
