/** The site could not be built; what was wrong has been printed. */
export class BuildFailure extends Error {
  override readonly name = 'BuildFailure';
}
