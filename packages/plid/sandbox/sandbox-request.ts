import { SandboxError } from './sandbox-error.ts';

/** Sends a request to a sandbox's API. @throws {SandboxError} if the request is rejected or gets no response. */
export type SendToSandbox = <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;

/** @param url the origin of the sandbox. */
export const sandboxRequestsTo =
  (url: string): SendToSandbox =>
  async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = {
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    const answer = await fetch(`${url}/sandbox${path}`, { method, headers, ...sent }).catch((cause) => {
      throw new SandboxError(`No sandbox responds at ${url} (${cause}). Start one with: plid sandbox`);
    });
    const text = await answer.text();
    const read = readJson(text);
    if (answer.ok && read !== undefined) return read as Answer;
    const { error, message } = (read ?? {}) as { error?: string; message?: string };
    throw new SandboxError(message || `The sandbox returned status ${answer.status}: ${text.slice(0, 200)}`, {
      status: answer.status,
      ...(error !== undefined && { error }),
    });
  };

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
