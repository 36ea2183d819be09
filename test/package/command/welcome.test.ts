import { expect, test } from 'vitest';
import { documentationUrl } from '../../../packages/plid/command/publication.ts';
import { welcome } from '../../../packages/plid/command/welcome.ts';
import type { Sandbox } from '../../../packages/plid/sandbox/index.ts';

const published = { name: '@owner/plid', repository: 'https://github.com/owner/plid' };

test.each([
  [undefined, 'https://github.com/owner/plid/tree/HEAD/docs'],
  ['https://docs.example.com/docs/', 'https://docs.example.com/docs/'],
])('the packed sandbox links to the documentation deployed at %s', (documentation, url) => {
  const sandbox = {
    url: 'http://localhost:8787',
    application: { client_id: 'id', client_secret: 'secret', redirect_uris: [] },
  } as unknown as Sandbox;
  const address = documentationUrl({ ...published, ...(documentation !== undefined && { documentation }) });
  expect(welcome(sandbox, [], {}, undefined, address)).toContain(`Documentation      ${url}\n`);
});

test('without an owner, it has no link', () => {
  expect(documentationUrl(undefined)).toBe(undefined);
});
