/** The answers of other workers: they have their headers already, and a line in the log. */
const answers = new WeakSet<Response>();

/** The answer of another worker of ours, to which a request at an address of this one was handed on as a whole. */
export async function passThrough(answering: Promise<Response>): Promise<Response> {
  const answer = await answering;
  answers.add(answer);
  return answer;
}

export const isPassthrough = (answer: Response): boolean => answers.has(answer);
