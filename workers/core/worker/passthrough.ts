/** Responses of other workers, which already have common headers and a log line. */
const answers = new WeakSet<Response>();

/** Forwards the response of another plid worker that handled the whole request. */
export async function passThrough(answering: Promise<Response>): Promise<Response> {
  const answer = await answering;
  answers.add(answer);
  return answer;
}

export const isPassthrough = (answer: Response): boolean => answers.has(answer);
