import { describe, expect, test } from 'vitest';
import { keyRing } from '../../../workers/core/crypto/keys.ts';
import { fingerprintsOf } from '../../../workers/core/worker/key-fingerprints.ts';
import { createRouter } from '../../../workers/core/worker/router.ts';

const names = {
  'GET /': 'root',
  'GET /things': 'list',
  'POST /things': 'add',
  'GET /things/:id': 'show',
  'DELETE /things/:id/parts/:part_id': 'remove part',
  'GET /things/all': 'never',
  'GET /.well-known/file.json': 'file',
};
const route = createRouter(
  Object.fromEntries(
    Object.entries(names).map(([stated, name]) => [
      stated,
      ({ path }: { path: object }) => Response.json([name, path]),
    ]),
  ),
);
const find = async (method: string, pathname: string, note = (_: object) => undefined, env: object = {}) => {
  const request = new Request(`https://login.example.com${pathname}`, { method });
  return route({ request, url: new URL(request.url), path: {}, env, note });
};
const found = async (method: string, pathname: string) => (await find(method, pathname)).json();

describe('the router', () => {
  test.each([
    ['GET', '/', 'root', {}],
    ['GET', '/things', 'list', {}],
    ['POST', '/things', 'add', {}],
    ['GET', '/things/7', 'show', { id: '7' }],
    ['GET', '/things/a%2Fb', 'show', { id: 'a%2Fb' }],
    ['DELETE', '/things/7/parts/x.y', 'remove part', { id: '7', part_id: 'x.y' }],
    ['GET', '/.well-known/file.json', 'file', {}],
  ])('finds the route of %s %s', async (method, pathname, handler, parameters) => {
    expect(await found(method, pathname)).toEqual([handler, parameters]);
  });

  test('logs the route pattern, whatever the query', async () => {
    const notes: object[] = [];
    const answer = await find('GET', '/things/7?id=8&path=9', (fields) => void notes.push(fields));
    expect(await answer.json()).toEqual(['show', { id: '7' }]);
    expect(notes).toEqual([{ route: '/things/:id' }]);
  });

  describe('with a route whose last part matches slashes', () => {
    const open = createRouter({
      'GET /of/:rest+': ({ path }: { path: object }) => Response.json(path),
      'GET /of': () => Response.json('exact'),
    });
    const answerTo = async (pathname: string, method = 'GET') => {
      const request = new Request(`https://login.example.com${pathname}`, { method });
      const url = new URL(request.url);
      return (await open({ request, url, path: {}, env: {}, note: () => undefined })).json();
    };

    test.each([
      ['/of/a', 'a'],
      ['/of/a/', 'a/'],
      ['/of/a//b/', 'a//b/'],
      ['/of//', '/'],
      ['/of/', ''],
      ['/of/%2F', '%2F'],
      ['/of/a%0Ab', 'a%0Ab'],
    ])('passes everything behind %j', async (pathname, rest) => {
      expect(await answerTo(pathname)).toEqual({ rest });
    });

    test('leaves the path without a slash to the other route', async () => {
      expect(await answerTo('/of')).toBe('exact');
    });

    test.each(['/of/', '/of/a', '/of/a/', '/of'])('lists the methods of %s', async (pathname) => {
      const refusal = { reason: 'method_not_allowed', headers: { Allow: 'GET' } };
      await expect(answerTo(pathname, 'PUT')).rejects.toThrow(expect.objectContaining(refusal));
    });
  });

  test('uses the first of several routes', async () => {
    expect(await found('GET', '/things/all')).toEqual(['show', { id: 'all' }]);
  });

  test.each([
    '//',
    '/thing',
    '/things/',
    '/things//',
    '/Things',
    '/things/7/',
    '/things/7/parts/',
    '/xthings',
  ])('returns 404 for %j', async (pathname) => {
    await expect(find('GET', pathname)).rejects.toThrow(expect.objectContaining({ reason: 'not_found' }));
  });

  test('returns 404 for another character instead of a dot, and for a longer path', async () => {
    for (const pathname of ['/xwell-known/file.json', '/.well-known/fileXjson', '/a/things'])
      await expect(find('GET', pathname)).rejects.toThrow(expect.objectContaining({ reason: 'not_found' }));
  });

  test.each([
    ['PUT', '/things', 'GET, POST'],
    ['HEAD', '/things', 'GET, POST'],
    ['POST', '/things/7', 'GET'],
  ])('lists the allowed methods for %s %s', async (method, pathname, allowed) => {
    const refusal = { reason: 'method_not_allowed', headers: { Allow: allowed } };
    await expect(find(method, pathname)).rejects.toThrow(expect.objectContaining(refusal));
  });

  test('lists the fingerprints of the keys only for OPTIONS, 8 bytes of each, the current key first', async () => {
    const KEYS = keyRing(new Map(['k2', 'k1'].map((id) => [id, crypto.getRandomValues(new Uint8Array(32))])));
    const headersOf = (method: string) =>
      find(method, '/things', undefined, { KEYS }).catch(({ headers }) => headers as Record<string, string>);
    const listed = (await fingerprintsOf(KEYS)).join(', ');
    expect(listed).toMatch(/^k2:[0-9a-f]{16}, k1:[0-9a-f]{16}$/);
    expect(await headersOf('OPTIONS')).toEqual({ Allow: 'GET, POST', 'Plid-Keys': listed });
    expect(await headersOf('PUT')).toEqual({ Allow: 'GET, POST' });
  });
});
