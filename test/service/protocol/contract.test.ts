import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { demoShop } from '../../../sandbox/world/demo-clients.ts';
import { encryptedAttributes } from '../../../workers/core/protocol/user-record.ts';
import {
  anyMethod,
  contract,
  contractText,
  expectContract,
  invalid,
  methods,
  routeOf,
} from '../../support/assertions/contract.ts';
import { hana } from '../../support/fixtures/grants.ts';
import { decryptField } from '../../support/requests/service-requests.ts';
import { listedWorkers } from '../../support/world/configurations.ts';

const always = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Request-Id': '0123456789abcdef',
  'Content-Type': 'application/json',
};
const address = (path: string) => new URL(path, 'https://login.example.com');
const answer = (status: number, body: unknown, more: Record<string, string> = {}) => ({
  status,
  headers: new Headers({ ...always, ...more }),
  body: JSON.stringify(body),
});
const without = (name: keyof typeof always) => {
  const { [name]: _, ...rest } = always;
  return new Headers(rest);
};

const token = { access_token: 'a.b', token_type: 'bearer', expires_in: 600 };
const notAllowed = { error: 'method_not_allowed', message: 'This HTTP method is not supported here.' };

test('docs/openapi.yaml is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  expect(await validator.validate(contractText)).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

describe('a response checked against docs/openapi.yaml', () => {
  const hold = (...[method, path, held]: [string, string, ReturnType<typeof answer>]) =>
    expectContract(method, address(path), held);

  test('passes if it matches', () => {
    hold('POST', '/oauth2/token', answer(200, token));
    hold('POST', '/oauth2/token?state=x', answer(200, { ...token, state: 'x' }));
    hold('PUT', '/v1/user/me', answer(405, notAllowed, { Allow: 'GET' }));
    hold('GET', '/v1/user', answer(404, { error: 'not_found', message: 'x' }));
    const signedOut = { error: 'authentication_failed', message: 'x', reason: 'no_session' };
    hold('GET', '/auth/session', answer(401, signedOut, { 'WWW-Authenticate': 'Bearer' }));
    const relayed = { error: 'teapot', message: '', error_description: '', reason: 'upstream_refused' };
    hold('POST', '/auth/token', answer(418, relayed));
    hold('POST', '/sandbox/requests/1/deny', answer(404, { error: 'not_found', message: 'x' }));
    hold('GET', '/sandbox/faults', answer(200, { faults: [{ endpoint: '/v1/user/me', kind: 'cut' }] }));
    const deleted = { ...answer(204, undefined), body: '' };
    expect(() => hold('DELETE', '/admin/applications/x', deleted)).not.toThrow();
  });

  test.each<[string, string, string, ReturnType<typeof answer>]>([
    ['an unknown field', 'POST', '/oauth2/token', answer(200, { ...token, scope: '' })],
    ['a field missing', 'POST', '/oauth2/token', answer(200, { access_token: 'a', token_type: 'bearer' })],
    ['a field of another type', 'POST', '/oauth2/token', answer(200, { ...token, expires_in: '600' })],
    ['an unknown status', 'POST', '/oauth2/token', answer(201, token)],
    ['an unknown path', 'GET', '/v2/user/me', answer(200, token)],
    ['an unknown error', 'GET', '/x', answer(404, { error: 'lost', message: 'x' })],
    ['an error code in a success', 'POST', '/v1/user/disconnect', answer(200, { code: '1' })],
    [
      'a field outside the envelope',
      'POST',
      '/v1/user/disconnect',
      answer(200, { code: '0000', error: 'success', message: 'x', user: {} }),
    ],
    [
      'a refusal of the gateway without its reason',
      'GET',
      '/auth/session',
      answer(401, { error: 'authentication_failed', message: 'x' }, { 'WWW-Authenticate': 'Bearer' }),
    ],
    [
      'a session without its user',
      'GET',
      '/auth/session',
      answer(200, { created: 1_793_836_800, expires: 1_793_836_800 }),
    ],
    [
      'a fault at another endpoint',
      'GET',
      '/sandbox/faults',
      answer(200, { faults: [{ endpoint: '/admin/applications', kind: 'cut' }] }),
    ],
    ['a redirect', 'POST', '/oauth2/token', answer(200, token, { Location: '/' })],
    ['a cookie', 'POST', '/oauth2/token', answer(200, token, { 'Set-Cookie': 'a=b' })],
    ['an open origin', 'POST', '/oauth2/token', answer(200, token, { 'Access-Control-Allow-Origin': '*' })],
    [
      '401 without a challenge',
      'GET',
      '/v1/user/me',
      answer(401, { error: 'authentication_failed', message: 'x' }),
    ],
    ['405 without Allow', 'PUT', '/v1/user/me', answer(405, notAllowed)],
    ['405 with another Allow', 'PUT', '/v1/user/me', answer(405, notAllowed, { Allow: 'GET, POST' })],
    ['503 without Retry-After', 'GET', '/v1/user/me', answer(503, { error: 'server_error', message: 'x' })],
    ['another type', 'POST', '/oauth2/token', answer(200, token, { 'Content-Type': 'text/html' })],
    ['no JSON', 'POST', '/oauth2/token', { ...answer(200, token), body: '{' }],
    [
      'an answer to be cached',
      'POST',
      '/oauth2/token',
      { ...answer(200, token), headers: without('Cache-Control') },
    ],
    [
      'a page that can be framed',
      'GET',
      '/oauth2/authorize/wait',
      {
        ...answer(400, '', { 'Content-Type': 'text/html; charset=utf-8' }),
        body: '<!doctype html><html lang="ko">',
      },
    ],
    ['a body with 204', 'DELETE', '/admin/applications/x', answer(204, {})],
    ['success over plain http', 'POST', 'http://login.example.com/oauth2/token', answer(200, token)],
  ])('is rejected with %s', (_, method, path, held) => {
    expect(() => hold(method, path, held)).toThrow('docs/openapi.yaml does not say');
  });
});

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const nodesIn = (value: unknown): Node[] =>
  isNode(value) ? [value, ...Object.values(value).flatMap(nodesIn)] : [];

interface Example {
  place: string[];
  value: unknown;
}

/** Every example next to a schema, with the position of that schema. */
function examplesIn(node: unknown, place: string[]): Example[] {
  if (!isNode(node)) return [];
  const beside = isNode(node.examples) ? Object.values(node.examples) : [{ value: node.example }];
  const own = isNode(node.schema) ? beside.filter(isNode).filter(({ value }) => value !== undefined) : [];
  return [
    ...own.map(({ value }) => ({ place: [...place, 'schema'], value })),
    ...Object.entries(node).flatMap(([step, child]) => examplesIn(child, [...place, step])),
  ];
}

describe('docs/openapi.yaml itself', () => {
  test('describes exactly the routes of the deployed workers: add yours to docs/openapi.yaml', () => {
    const routes = listedWorkers.flatMap((worker) => worker.routes);
    const deployed = Object.entries(contract.paths).filter(([path]) => !path.startsWith('/sandbox'));
    const described = deployed.flatMap(([path, operations]) =>
      (anyMethod in operations
        ? ['all']
        : Object.keys(operations).filter((method) => methods.includes(method))
      ).map((method) => `${method.toUpperCase()} ${routeOf(path)}`),
    );
    expect(described.sort()).toEqual([...routes].sort());
  });

  test('allows no additional properties in response objects', () => {
    const described = [contract.paths, contract.components].flatMap(nodesIn);
    const open = described
      .filter((node) => node.type === 'object' && isNode(node.properties))
      .filter((node) => node.additionalProperties === undefined && node.unevaluatedProperties === undefined);
    const closedWhereUsed = ['ci', 'code', 'name', 'redirect_uris', 'client_id', 'client_id', 'phoneNo'];
    expect(open.map(({ properties }) => Object.keys(properties as Node)[0])).toEqual(closedWhereUsed);
  });

  test('lists the common headers in every response', () => {
    const responses = Object.values(contract.paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap(({ responses = {} }) => Object.entries(responses))
      .concat(Object.entries(contract.components.responses));
    for (const [status, response] of responses) {
      // The answer that opens a socket has headers of its own.
      if (status === '101') continue;
      if ('$ref' in response) continue;
      expect(Object.keys(response.headers ?? {})).toEqual(
        expect.arrayContaining([
          'Cache-Control',
          'Referrer-Policy',
          'X-Content-Type-Options',
          'Cross-Origin-Resource-Policy',
          'X-Request-Id',
        ]),
      );
    }
  });

  test('has examples that match their schemas', () => {
    const examples = examplesIn(contract, []);
    expect(examples.length).toBeGreaterThan(30);
    for (const { place, value } of examples) expect(invalid(place, value, place.join(' '))).toEqual([]);
  });

  test("has user records that decrypt with the demo shop's secret", () => {
    const { description = '', responses } = contract.paths['/v1/user/me']?.get ?? {};
    const [secret = ''] = /\b[0-9a-f]{64}\b/.exec(description) ?? [];
    expect(secret).toBe(demoShop.client_secret);
    const [full = {}, automatic = {}] = nodesIn(responses).filter((node) => 'autoLoginYn' in node);
    const decrypted = (record: Node) =>
      Object.fromEntries(
        [...encryptedAttributes].flatMap((name) =>
          typeof record[name] === 'string' ? [[name, decryptField(record[name], secret)]] : [],
        ),
      );
    const { ci, phoneNo, name, birthday, birthdate } = hana;
    expect(decrypted(full)).toEqual({ ci, phoneNo, name, birthday, birthdate });
    expect(decrypted(automatic)).toEqual({ ci: '' });
  });

  test('has no unused response', () => {
    const used = new Set(nodesIn(contract.paths).map(({ $ref }) => $ref));
    for (const name of Object.keys(contract.components.responses)) {
      expect([...used]).toContain(`#/components/responses/${name}`);
    }
  });
});
