/** Something that went wrong and that the person at the terminal can mend; its message is all that they are shown. */
export class Failure extends Error {
  override readonly name = 'Failure';
}
