import { expect, test } from 'vitest';
import session from '../../workers/gateway/routes/session/index.ts';
import { askInProcess } from '../support/requests/ask-in-process.ts';
import { useWorld } from '../support/world/use-world.ts';

const world = useWorld();
const address = () => [`${world.service}/healthz`, `${world.gateway}/auth/healthz`];

test('service and gateway report only that they are healthy', async () => {
  for (const url of address()) {
    const answer = await world.fetch(url);
    expect([answer.status, await answer.text()]).toEqual([200, '{"status":"ok"}']);
  }
});

test('a repeated unauthenticated health check uses no storage and no limit', async () => {
  const answers = await Promise.all(
    Array.from({ length: 400 }, () =>
      world.fetch(`${world.gateway}/auth/healthz`, { headers: { 'CF-Connecting-IP': '203.0.113.9' } }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test("a worker with invalid settings reports that it isn't healthy", async () => {
  const request = new Request(`${world.gateway}/auth/healthz`);
  const { answer } = await askInProcess(session, request, { SESSION_CACHE_LIFETIME: 'never' });
  expect(answer.status).toBe(500);
  expect(await answer.text()).toContain('SESSION_CACHE_LIFETIME');
});
