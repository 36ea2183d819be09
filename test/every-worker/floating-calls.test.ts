import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../support/world/test-workers.ts';
import { floatingCalls } from './support/floating-calls.ts';

test('no call to storage, a binding, or a Durable Object is left without await or waitUntil', () => {
  const files = globSync('{workers,sandbox}/**/*.{ts,tsx}', { cwd: root, exclude: ['sandbox/test/**'] });
  expect(files).not.toEqual([]);
  const found = files.flatMap((file) =>
    floatingCalls(readFileSync(path.join(root, file), 'utf8')).map((call) => `${file}:${call}`),
  );
  expect(found, 'await it, return it, or hand it to waitUntil').toEqual([]);
});

describe('a call reported as floating', () => {
  test.each([
    'env.SESSIONS.put(key, value);',
    'SESSIONS.delete(key(id));',
    'void env.SESSIONS.put(key, value);',
    'if (old) env.SESSIONS.delete(key);',
    'else env.SESSIONS.delete(key);',
    'for (const id of ids) { SESSIONS.delete(id); }',
    "case 'a': SESSIONS.delete(key);",
    'env.DATABASE.prepare(update)\n  .bind(id)\n  .run();',
    'database.batch(rows);',
    'this.ctx.storage.setAlarm(at);',
    'this.ctx.storage.deleteAll();',
    'storage.put(key, value);',
    'accountOf(env, plid).disconnect(client_id);',
    'accountOf<EventMethods>(env, plid).resendEvent(jti);',
    'accountOf(\n  env,\n  plidOf(code),\n).disconnect(client_id);',
    'const phone = await phoneOf(env, phoneNo);\nphone.leave(now);',
    'this.env.GATEWAY.session(secret);',
  ])('%s', (source) => {
    expect(floatingCalls(`function write() {\n  ${source}\n}`)).toHaveLength(1);
  });

  test('is named with its line', () => {
    expect(floatingCalls('// first\n\nenv.SESSIONS.put(key);\n')).toEqual(['3: env.SESSIONS.put(…']);
  });
});

describe("a call that isn't reported as floating", () => {
  test.each([
    'await env.SESSIONS.put(key, value);',
    'return env.SESSIONS.put(key, value);',
    'context.waitUntil(env.SESSIONS.put(key, value));',
    'const written = env.SESSIONS.put(key, value);',
    "await callKv(\n  'writing',\n  env.SESSIONS.put(key, value),\n);",
    'await Promise.all(ids.map((id) => SESSIONS.delete(key(id))));',
    'const phone = await phoneOf(env, phoneNo);\nawait phone.leave(now);',
    'const ending = last ? accountOf(env, plid).end() : SESSIONS.delete(key);',
    "this.ctx.storage.kv.put('plid', plid);",
    "this.ctx.storage.sql.exec('DELETE FROM grants');",
    'void this.ctx.storage.setAlarm(at);',
    '// first\n// env.SESSIONS.put(key);',
    'memo.delete(key);',
  ])('%s', (source) => {
    expect(floatingCalls(`function write() {\n  ${source}\n}`)).toEqual([]);
  });
});
