/** A mistake in the code or content that breaks one requirement, and that a test which names it must notice. */
export interface Fault {
  /** The requirement that it breaks. */
  readonly id: string;
  /** The file that contains it, from the project's folder. */
  readonly file: string;
  /** Text that occurs once in the file. */
  readonly find: string;
  /** The faulty text in its place. */
  readonly replace: string;
}
