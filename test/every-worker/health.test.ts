import { expect, test } from 'vitest';
import session from '../../workers/gateway/session/index.ts';
import { askInProcess } from '../support/requests/ask-in-process.ts';
import { useWorld } from '../support/world/use-world.ts';

const world = useWorld();
const address = () => [`${world.service}/healthz`, `${world.gateway}/auth/healthz`];

test('both halves tell a monitor that they are well, and nothing else', async () => {
  for (const url of address()) {
    const answer = await world.fetch(url);
    expect([answer.status, await answer.text()]).toEqual([200, '{"status":"ok"}']);
  }
});

test('a stranger who asks again and again costs no storage and meets no limit', async () => {
  const answers = await Promise.all(
    Array.from({ length: 400 }, () =>
      world.fetch(`${world.gateway}/auth/healthz`, { headers: { 'CF-Connecting-IP': '203.0.113.9' } }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test('a worker whose settings are wrong is not well', async () => {
  const request = new Request(`${world.gateway}/auth/healthz`);
  const { answer } = await askInProcess(session, request, { SESSION_CACHE_LIFETIME: 'never' });
  expect(answer.status).toBe(500);
  expect(await answer.text()).toContain('SESSION_CACHE_LIFETIME');
});
