/** An error that the person at the terminal can fix; only its message is shown. */
export class Failure extends Error {
  override readonly name = 'Failure';
}
