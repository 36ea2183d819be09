import { describe, expect, test } from 'vitest';
import { faultsOfRelease } from '../checks/release.ts';
import { faultsOfPublication, publishedManifest } from '../package/published-manifest.ts';

const files = {
  version: '0.1.0',
  kits: '0.1.0',
  changelog: '# Changelog\n\n## 0.1.0 (2026-12-01)\n\n- x\n\n## 0.0.9 (unreleased)\n',
  publication: [],
  korean: [],
};

describe('a release tag', () => {
  test('can be published if the release is complete', () => {
    expect(faultsOfRelease('v0.1.0', files)).toEqual([]);
  });

  test.each([
    ['another version', 'v0.1.1', {}, 'The tag is v0.1.1, but packages/plid/package.json says 0.1.0.'],
    [
      'another version of the kits',
      'v0.1.0',
      { kits: '0.0.9' },
      'packages/plid-kits/package.json says 0.0.9, but packages/plid/package.json says 0.1.0.',
    ],
    [
      "a name that isn't a release",
      '0.1.0',
      {},
      'The tag is 0.1.0, but packages/plid/package.json says 0.1.0.',
    ],
    [
      'changes without a day',
      'v0.1.0',
      { changelog: '## 0.1.0 (unreleased)\n' },
      'CHANGELOG.md begins with "0.1.0 (unreleased)". It needs "0.1.0 (its day)", such as (2026-12-01).',
    ],
    [
      'the changes of another version',
      'v0.1.0',
      { changelog: '## 0.2.0 (2026-12-01)\n' },
      'CHANGELOG.md begins with "0.2.0 (2026-12-01)". It needs "0.1.0 (its day)", such as (2026-12-01).',
    ],
    [
      'no owner and address',
      'v0.1.0',
      { publication: faultsOfPublication(undefined) },
      'packages/plid/command/publication.ts contains no name and no repository. Reserve a scope at npm first.',
    ],
    [
      'a Korean document that was left behind',
      'v0.1.0',
      { korean: ['docs/ko/users.md: less Korean than English in its sentences'] },
      'docs/ko/users.md: less Korean than English in its sentences',
    ],
  ])('is rejected with %s', (_, tag, changed, fault) => {
    expect(faultsOfRelease(tag, { ...files, ...changed })).toEqual([fault]);
  });
});

describe('the published manifest', () => {
  const publication = { name: '@owner/plid', repository: 'https://github.com/owner/plid' };

  test('has name, homepage, bugs, and repository from owner and address', () => {
    const manifest = { name: 'plid', version: '0.1.0' };
    expect(publishedManifest(manifest, publication, 'packages/plid')).toEqual({
      name: '@owner/plid',
      version: '0.1.0',
      homepage: 'https://github.com/owner/plid#readme',
      bugs: 'https://github.com/owner/plid/issues',
      repository: { type: 'git', url: 'git+https://github.com/owner/plid.git', directory: 'packages/plid' },
    });
    expect(faultsOfPublication(publication)).toEqual([]);
    expect(publishedManifest({ name: 'plid-kits' }, publication, 'packages/plid-kits')).toMatchObject({
      name: '@owner/plid-kits',
      repository: { directory: 'packages/plid-kits' },
    });
  });

  test.each([
    ['name', 'plid'],
    ['name', '@owner/other'],
    ['repository', 'git+https://github.com/owner/plid.git'],
    ['repository', 'https://github.com/owner/plid.git'],
    ['repository', 'https://github.com/owner/plid/'],
  ])('rejects the %s %s', (name, value) => {
    expect(faultsOfPublication({ ...publication, [name]: value })).toEqual([expect.stringContaining(value)]);
  });
});
