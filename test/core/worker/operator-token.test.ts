import { describe, expect, test, vi } from 'vitest';
import { requireToken } from '../../../workers/core/worker/operator-token.ts';

describe("an operator's request", () => {
  const tokens = [
    { name: 'kim', value: 'a'.repeat(32) },
    { name: 'lee@people', value: 'b'.repeat(32) },
  ];
  const handler = vi.fn(async ({ token }: { token: string }) => Response.json({ token }));
  const note = vi.fn();
  const ask = async (token: string, scope = 'people') => {
    const headers = { Authorization: `Bearer ${token}` };
    const context = { env: {}, note, request: new Request('https://login.example.com', { headers }) };
    return requireToken<object>(() => tokens, handler, [scope])(context as never);
  };

  test.each(tokens)(
    "with the token of $name is handled and logged with the token's name",
    async ({ name, value }) => {
      const answer = await ask(value);
      expect(await answer.json()).toEqual({ token: name });
      expect(note).toHaveBeenLastCalledWith({ token: name });
    },
  );

  test.each(['c'.repeat(32), 'a'.repeat(31), `${'a'.repeat(32)}a`])(
    'with %s is rejected first',
    async (token) => {
      handler.mockClear();
      await expect(ask(token)).rejects.toMatchObject({ reason: 'authentication_failed', status: 401 });
      expect(handler).not.toHaveBeenCalled();
    },
  );

  test('is handled only after the settings were checked with those of other workers', async () => {
    handler.mockClear();
    const headers = { Authorization: `Bearer ${'a'.repeat(32)}` };
    const request = new Request('https://login.example.com', { headers });
    const settingsChecked = Promise.reject(new Error('PHONE_KEY differs'));
    settingsChecked.catch(() => undefined);
    const context = { env: {}, note, request, settingsChecked };
    const handle = requireToken<object>(() => tokens, handler);
    await expect(handle(context as never)).rejects.toThrow('PHONE_KEY differs');
    expect(handler).not.toHaveBeenCalled();
  });

  test('to a call that no scope allows is rejected with a token of a scope', async () => {
    handler.mockClear();
    const headers = { Authorization: `Bearer ${'b'.repeat(32)}` };
    const context = { env: {}, note, request: new Request('https://login.example.com', { headers }) };
    const handle = requireToken<object>(() => tokens, handler);
    await expect(handle(context as never)).rejects.toMatchObject({ status: 401 });
    expect(handler).not.toHaveBeenCalled();
  });

  test('with another token is rejected and logged with its name', async () => {
    handler.mockClear();
    await expect(ask('b'.repeat(32), 'applications')).rejects.toMatchObject({ status: 401 });
    expect(note).toHaveBeenLastCalledWith({ token: 'lee@people' });
    expect(handler).not.toHaveBeenCalled();
    expect((await ask('a'.repeat(32), 'applications')).status).toBe(200);
  });
});
