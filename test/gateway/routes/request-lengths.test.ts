import { afterEach, beforeEach, expect, test } from 'vitest';
import { completeAppSignIn } from '../../../workers/gateway/features/native-apps/app-sessions-entrypoint.ts';
import people from '../../../workers/gateway/features/people/index.ts';
import login from '../../../workers/gateway/routes/login/index.ts';
import { gatewayEnv } from '../../effects/support/numbered-bindings.ts';
import { NumberedWorld } from '../../effects/support/numbered-world.ts';
import { contract } from '../../support/assertions/contract.ts';
import { gatewaySecrets, origins } from '../../support/world/test-settings.ts';

let world: NumberedWorld;
beforeEach(() => {
  world = new NumberedWorld();
});
afterEach(() => world.close());

const code_challenge = 'c'.repeat(43);
const authorization = { Authorization: `Bearer ${gatewaySecrets.ADMIN_TOKEN}` };
const lookup = { plid: 'p', reason: 'ticket 1' };

/** Each address of the gateway that reads JSON, with a body that it accepts. */
const bodies: Record<string, { body: Record<string, string>; headers?: Record<string, string> }> = {
  '/auth/login': { body: { code_challenge, code_challenge_method: 'S256' } },
  '/auth/session': { body: { code: 'c', state: 's', code_verifier: 'v'.repeat(43) } },
  '/auth/admin/people/show': { body: lookup, headers: authorization },
  '/auth/admin/people/erase': { body: lookup, headers: authorization },
};

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
}

function resolved(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const names = schema.$ref.split('/').slice(1);
  return resolved(
    names.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], contract) as Schema,
  );
}

/** A text of a length, in the letters that the item consists of. */
const textOf = (item: string, length: number) =>
  item === 'phoneNo' ? '01'.padEnd(length, '0').slice(0, length) : 'a'.repeat(length);

/** The shortest and the longest text that docs/openapi.yaml allows for an item; undefined if it states no length. */
function lengthsOf(item: string, { pattern, minLength = 0, maxLength }: Schema) {
  if (pattern === undefined && maxLength === undefined) return undefined;
  const isAllowed = (length: number) =>
    length >= minLength &&
    length <= (maxLength ?? Number.POSITIVE_INFINITY) &&
    (pattern === undefined || new RegExp(pattern, 'u').test(textOf(item, length)));
  const allowed = Array.from({ length: (maxLength ?? 200) + 1 }, (_, length) => length).filter(isAllowed);
  return { shortest: allowed[0] ?? 0, longest: allowed.at(-1) ?? 0 };
}

const items = Object.keys(bodies).flatMap((path) => {
  const content = contract.paths[path]?.post?.requestBody?.content as Record<string, { schema: Schema }>;
  const { properties = {} } = resolved(content['application/json']?.schema ?? {});
  return Object.entries(properties).flatMap(([item, schema]) => {
    const lengths = lengthsOf(item, resolved(schema));
    return lengths === undefined ? [] : [{ path, item, ...lengths }];
  });
});

/** The item that an answer rejects; undefined if it rejects none. */
async function rejectedItem(path: string, item: string, value: string) {
  const { body, headers } = bodies[path] ?? { body: {} };
  const { plid: _, ...others } = body;
  const sent = { ...(item === 'phoneNo' ? others : body), [item]: value };
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(sent),
  };
  const env = { ...gatewayEnv(world), PAR: 'N' };
  const answer =
    path === '/auth/session'
      ? await completeAppSignIn(new Request(origins.gateway + path, init), env)
      : await world.send(path === '/auth/login' ? login : people, env, origins.gateway + path, init);
  const { reason, message } = (await answer.json()) as { reason?: string; message?: string };
  return reason === 'invalid_item' && message?.includes(item) ? item : undefined;
}

test('docs/openapi.yaml states a length for 13 items of the gateway’s JSON', () => {
  expect(items.map(({ path, item }) => `${path} ${item}`)).toHaveLength(13);
});

test.each(items)(
  '$path reads $item of $shortest to $longest characters',
  async ({ path, item, shortest, longest }) => {
    for (const length of [shortest, longest])
      expect([length, await rejectedItem(path, item, textOf(item, length))]).toEqual([length, undefined]);
    const others = [longest + 1, ...(shortest > 0 ? [shortest - 1] : [])];
    for (const length of others)
      expect([length, await rejectedItem(path, item, textOf(item, length))]).toEqual([length, item]);
  },
);
