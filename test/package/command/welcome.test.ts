import { expect, test } from 'vitest';
import { documentationUrl } from '../../../packages/plid/command/publication.ts';
import { welcome } from '../../../packages/plid/command/welcome.ts';
import type { Sandbox, SandboxApplication } from '../../../packages/plid/sandbox/index.ts';
import { demoClientIds, listedApplications } from '../../../packages/plid/sandbox/listed-applications.ts';
import { demoApplications } from '../../../sandbox/world/demo-applications.ts';

const published = { name: '@owner/plid', repository: 'https://github.com/owner/plid' };

test.each([
  [undefined, 'https://github.com/owner/plid/tree/HEAD/docs'],
  ['https://docs.example.com/docs/', 'https://docs.example.com/docs/'],
])('the packed sandbox links to the documentation deployed at %s', (documentation, url) => {
  const sandbox = {
    url: 'http://localhost:8787',
    applications: [{ client_id: 'id', client_secret: 'secret', redirect_uris: [] }],
  } as unknown as Sandbox;
  const address = documentationUrl({ ...published, ...(documentation !== undefined && { documentation }) });
  expect(welcome(sandbox, [], {}, undefined, address)).toContain(`Documentation      ${url}\n`);
});

test('without an owner, it has no link', () => {
  expect(documentationUrl(undefined)).toBe(undefined);
});

test('the sandbox lists each application of its seed, and of the demo applications only the first', () => {
  const demos = demoApplications('http://localhost:8787', []).map(({ client_id }) => client_id);
  expect(demoClientIds).toEqual(demos);
  const listed = (...ids: string[]) =>
    listedApplications(ids.map((client_id) => ({ client_id }) as SandboxApplication)).map(
      ({ client_id }) => client_id,
    );
  expect(listed(...demos)).toEqual(demos.slice(0, 1));
  expect(listed('a', 'b', ...demos)).toEqual(['a', 'b']);
  expect(listed('a', demos[1] ?? '', 'b', ...demos)).toEqual(['a', demos[1], 'b']);
});
