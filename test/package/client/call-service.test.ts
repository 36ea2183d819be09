import { describe, expect, test, vi } from 'vitest';
import { callService, postForm, type ServiceSettings } from '../../../packages/plid/client/call-service.ts';
import { PlidError } from '../../../packages/plid/client/errors.ts';
import { remedies, remedyOf } from '../../../packages/plid/client/remedies.ts';

const credentials = { clientId: 'demo', clientSecret: 'a secret' };
const asIs = (body: unknown) => body;

/** A service that gives every request the same answer, and the requests that it received. */
function serviceWith(answer: () => Response) {
  const received: Request[] = [];
  const settings: ServiceSettings = {
    service: 'https://login.example.com/base',
    timeout: 1,
    fetch: async (...sent) => {
      received.push(new Request(...sent));
      return answer();
    },
    remedyOf: (path, word) => remedyOf(path === '/token' ? 'token' : 'user', word),
  };
  return { received, settings };
}

async function failureOf(call: Promise<unknown>): Promise<PlidError> {
  const failure = await call.then(String, (error: unknown) => error);
  if (failure instanceof PlidError) return failure;
  throw new Error(`It did not fail: ${failure}`);
}

/** The errors of a form, and of a request without credentials, for an answer with this status and body. */
const failuresFor = async (status: number, body: unknown, headers: Record<string, string> = {}) => {
  const { settings } = serviceWith(() => new Response(JSON.stringify(body), { status, headers }));
  return {
    form: await failureOf(postForm({ ...settings, ...credentials }, '/token', {}, asIs)),
    question: await failureOf(callService(settings, '/me', {}, asIs)),
  };
};

describe('a call of the client', () => {
  test("sends a form with the application's credentials", async () => {
    const { received, settings } = serviceWith(() => Response.json({ code: '0000' }));
    const read = await postForm({ ...settings, ...credentials }, '/token', { code: 'a b' }, asIs);
    expect(read).toEqual({ code: '0000' });
    const [request] = received as [Request];
    expect([request.method, request.url]).toEqual(['POST', 'https://login.example.com/base/token']);
    expect(Object.fromEntries(request.headers)).toEqual({
      accept: 'application/json',
      authorization: `Basic ${Buffer.from('demo:a secret').toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(await request.text()).toBe('code=a+b');
  });

  test('sends the given headers, and follows no redirect', async () => {
    const { received, settings } = serviceWith(() => Response.json({}));
    await callService(settings, '/me', { headers: { Authorization: 'Bearer x' } }, asIs);
    const [request] = received as [Request];
    expect([request.method, request.redirect]).toEqual(['GET', 'manual']);
    expect(Object.fromEntries(request.headers)).toEqual({
      accept: 'application/json',
      authorization: 'Bearer x',
    });
  });

  test('reports the name of the sign-in before the body, which may break off', async () => {
    const pull = (controller: ReadableStreamDefaultController) => controller.error(new Error('broken off'));
    const headers = { 'Plid-Sign-In': 'AbCdEfGhIjK' };
    const { settings } = serviceWith(() => new Response(new ReadableStream({ pull }), { headers }));
    const names: string[] = [];
    const call = callService({ ...settings, onSignIn: (name) => names.push(name) }, '/me', {}, asIs);
    expect((await failureOf(call)).reason).toBe('unavailable');
    expect(names).toEqual(['AbCdEfGhIjK']);
  });

  test('ends after its seconds', async () => {
    const timeouts = vi.spyOn(AbortSignal, 'timeout');
    const { settings } = serviceWith(() => Response.json({}));
    await callService({ ...settings, timeout: 7 }, '/me', {}, asIs);
    expect(timeouts.mock.calls).toEqual([[7_000]]);
    timeouts.mockRestore();
  });

  test('reads 64 KiB of a body, and no more', async () => {
    const [fitting, longer] = [65_536, 65_537].map((length) => `"${'x'.repeat(length - 2)}"`);
    const read = (body = '') => callService(serviceWith(() => new Response(body)).settings, '/me', {}, asIs);
    expect(await read(fitting)).toHaveLength(65_534);
    expect(await read(longer)).toBeUndefined();
  });

  test('passes other errors of its reader on', async () => {
    const { settings } = serviceWith(() => Response.json({}));
    const mistake = new TypeError('a mistake of the reader');
    const call = callService(settings, '/me', {}, () => Promise.reject(mistake));
    await expect(call).rejects.toBe(mistake);
  });

  test('reports an unreachable service, with the cause', async () => {
    const cause = new TypeError('fetch failed');
    const settings = { service: 'https://login.example.com', timeout: 1, fetch: () => Promise.reject(cause) };
    const failure = await failureOf(callService(settings, '/me', {}, asIs));
    expect(failure).toMatchObject({ name: 'PlidUnavailable', reason: 'unavailable', cause });
    expect(failure.message).toBe('The service could not be reached.');
  });

  test('reports the network error of an unreachable service, and no other text', async () => {
    const messageFor = async (code: unknown) => {
      const cause = new TypeError('fetch failed', { cause: { code } });
      const settings = {
        service: 'https://login.example.com',
        timeout: 1,
        fetch: () => Promise.reject(cause),
      };
      return (await failureOf(callService(settings, '/me', {}, asIs))).message;
    };
    expect(await messageFor('ENOTFOUND')).toBe('The service could not be reached (ENOTFOUND).');
    expect(await messageFor('a secret')).toBe('The service could not be reached.');
    expect(await messageFor(7)).toBe('The service could not be reached.');
  });

  test('without remedies reports only the error', async () => {
    const { settings } = serviceWith(() => new Response(null, { status: 404 }));
    const { service, timeout, fetch } = settings;
    const failure = await failureOf(callService({ service, timeout, fetch }, '/me', {}, asIs));
    expect(failure.message).toBe("The response to GET /me doesn't match the specification: status 404.");
  });
});

describe('a response to the client', () => {
  test.each([
    [429, 'PlidUnavailable'],
    [500, 'PlidMismatch'],
    [502, 'PlidUnavailable'],
    [503, 'PlidUnavailable'],
    [504, 'PlidUnavailable'],
    [519, 'PlidMismatch'],
    [520, 'PlidUnavailable'],
    [530, 'PlidUnavailable'],
    [531, 'PlidMismatch'],
  ])('with the status %i is a %s', async (status, name) => {
    const { form, question } = await failuresFor(status, {});
    expect([form.name, question.name]).toEqual([name, name]);
    const [what, word] =
      name === 'PlidUnavailable'
        ? ['The service is unavailable for GET /me', 'unavailable' as const]
        : ["The response to GET /me doesn't match the specification", 'answer' as const];
    expect(question.message).toBe(`${what}: status ${status}. ${remedies.everywhere[word]}`);
  });

  test.each([
    [401, {}],
    [401, { error: 'invalid_client' }],
    [400, { error: 'invalid_client' }],
  ])('with the status %i and %j rejects a client that sent its credentials', async (status, body) => {
    const { form, question } = await failuresFor(status, body);
    expect(form).toMatchObject({ name: 'PlidMismatch', reason: 'client_refused' });
    expect(form.message).toBe(
      `The service rejected this client at POST /token: status ${status}. ${remedies.everywhere.invalid_client}`,
    );
    expect(question.reason).toBe('error' in body ? 'refused' : 'answer');
  });

  test.each([
    [400, { error: 'invalid_grant', message: 'no' }, 'invalid_grant', 'no'],
    [200, { error: 'invalid_grant', message: 'no' }, 'invalid_grant', 'no'],
    [500, { error: 'server_error', message: null }, 'server_error', ''],
    [400, { error: 'server_error' }, 'server_error', ''],
    [400, { error: 'x.y-z_1' }, 'x.y-z_1', ''],
    [400, { error: 'x'.repeat(65) }, 'x'.repeat(64), ''],
    [400, { error: 'x', message: 'm'.repeat(1_001) }, 'x', 'm'.repeat(1_000)],
  ])('with the status %i and %j is an error (§7)', async (status, body, error, message) => {
    const failure = (await failuresFor(status, body)).form;
    expect(failure).toMatchObject({ name: 'PlidRefusal', reason: 'refused', error });
    expect(failure.message).toBe(
      `The service refused POST /token: ${error}, status ${status}.${remedyOf('token', error)}`,
    );
    expect(failure.refusal).toEqual({ status, error, message });
  });

  test.each([
    { error: 7, message: 'no' },
    { error: 'invalid_grant', message: 7 },
    { error: 'two words', message: 'no' },
    { error: '<b', message: 'no' },
    { error: 'b>', message: 'no' },
    { error: '', message: 'no' },
    'invalid_grant',
    null,
  ])("with %j isn't an error of §7", async (body) => {
    const { form } = await failuresFor(400, body);
    expect(form).toMatchObject({ name: 'PlidMismatch', reason: 'answer', refusal: undefined });
  });

  test.each([
    ['abc-1.2:3_4', 'abc-1.2:3_4'],
    ['two words', undefined],
    ['<b', undefined],
    ['b>', undefined],
    ['x', 'x'],
    ['x'.repeat(64), 'x'.repeat(64)],
    ['x'.repeat(65), undefined],
  ])('with the X-Request-Id %s has the request ID %s', async (sent, expected) => {
    const { form } = await failuresFor(400, {}, { 'X-Request-Id': sent });
    expect(form.requestId).toBe(expected);
  });
});
