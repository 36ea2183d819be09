import { expect, test } from 'vitest';
import { checkApplications } from '../../check/applications.ts';

const application = (client_id: string, ...sealed: string[]) => ({
  ...{ client_id, name: client_id, redirect_uris: [], secrets: sealed.map((word) => ({ sealed: word })) },
});

/** What is found about the stored secrets of these applications. */
async function found(...applications: object[]) {
  const findings = await checkApplications({ list: async () => applications } as never);
  return findings
    .filter(({ what }) => what.includes('stored client secrets'))
    .map(({ level, what }) => [level, /secrets of (.*?)(?: are|,)/.exec(what)?.[1]]);
}

test.each([
  ['unknown', 'fault'],
  ['earlier', 'note'],
])(
  'a secret that is encrypted with an %s key is found among others of its application',
  async (word, level) => {
    for (const sealed of [[word], [word, 'current'], ['current', word]])
      expect(await found(application('shop', 'current'), application('bank', ...sealed))).toEqual([
        [level, 'bank (bank)'],
      ]);
  },
);

test('no secret is found if all are encrypted with the current key', async () => {
  expect(await found(application('shop', 'current', 'current'))).toEqual([]);
});

test.each([
  [1, 'a (a)'],
  [3, 'a (a), b (b), c (c)'],
  [5, 'a (a), b (b), c (c) and 2 more'],
])('of %i applications at most three are named', async (count, named) => {
  const applications = ['a', 'b', 'c', 'd', 'e'].slice(0, count).map((name) => application(name, 'unknown'));
  const findings = await checkApplications({ list: async () => applications } as never);
  expect(findings[0]?.what).toContain(`client secrets of ${named}, so`);
});
