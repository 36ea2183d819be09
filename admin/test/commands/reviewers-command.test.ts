import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  registerWithReviewer,
  reviewersBrowser,
  signInReviewer,
} from '../../../test/support/fixtures/reviewers.ts';
import { authorizeUrl, codeOf } from '../../../test/support/fixtures/sign-in.ts';
import { registerApplication } from '../../../test/support/requests/operator-requests.ts';
import { plid } from '../../../test/support/world/command.ts';
import { startProxy } from '../../../test/support/world/http-proxy.ts';
import { serviceSecrets } from '../../../test/support/world/test-settings.ts';
import { useWorld } from '../../../test/support/world/use-world.ts';

const world = useWorld({ half: 'service' });
let proxy: Awaited<ReturnType<typeof startProxy>>;
beforeAll(async () => {
  proxy = await startProxy(world, { origin: world.service });
});
afterAll(() => proxy?.close());

/** The result of `plid-admin reviewers …`. */
const reviewers = (...words: string[]) =>
  plid(['reviewers', ...words, '--url', proxy.url], {
    env: { PLID_ADMIN_TOKEN: serviceSecrets.ADMIN_TOKEN },
  });

/** A day in Korea, so many days from the world's now. */
const koreanDay = async (days: number) =>
  new Date(((await world.clock.now()) + days * 86_400 + 9 * 3_600) * 1000).toISOString().slice(0, 10);

test('reviewers add prints a code that works, with the texts for the review notes in both languages', async () => {
  const { client_id } = await registerApplication(world, {
    name: '서점',
    redirect_uris: ['http://localhost:3000/callback'],
  });
  expect((await reviewers('list', client_id)).output).toBe(`${client_id} has no reviewers.\n`);
  const until = await koreanDay(20);
  const { output } = await reviewers('add', client_id, '--until', until);
  const [, number = ''] = /^number +(010-09\d\d-\d{4})$/m.exec(output) ?? [];
  const [, code = ''] = /^code +(\S+)$/m.exec(output) ?? [];
  expect(output).toContain(`ends      ${until} 23:59 KST`);
  expect(output).toContain('서점 requests ci.');
  for (const [language, step] of [
    ['English', `Enter the review code: ${code}`],
    ['한국어', `심사 코드: ${code}`],
  ]) {
    const text = output.slice(output.indexOf(`--- ${language} ---`));
    expect(text).toContain(step);
    expect(text).toContain(number);
    expect(text).toContain(`${until} 23:59`);
  }
  for (const [language, label] of [
    ['en', /Press "(.+)"\. No message/],
    ['ko', /'(.+)' 버튼을 누릅니다\. 메시지는/],
  ] as const) {
    const { text } = await reviewersBrowser(world).get(authorizeUrl(world, { client_id }), {
      'Accept-Language': language,
    });
    const [, button = 'no button'] = label.exec(output) ?? [];
    expect(text).toContain(button);
  }
  const phoneNo = number.replaceAll('-', '');
  expect(codeOf(await signInReviewer(world, client_id, { phoneNo, code }))).not.toBe('');

  const listed = (await reviewers('list', client_id)).output;
  expect(listed).not.toContain(code);
  const [, id = ''] =
    new RegExp(`^(\\S+) +${number} +${until} 23:59 KST +.+ UTC +active$`, 'm').exec(listed) ?? [];
  expect((await reviewers('remove', client_id, id)).output).toBe(
    'Removed the reviewer and ended its tokens.\n',
  );
  expect((await reviewers('list', client_id)).output).toContain('has no reviewers');
});

test('reviewers list shows a reviewer whose period has ended', async () => {
  const { application } = await registerWithReviewer(world, {}, 60);
  const { reviewers: listed } = JSON.parse((await reviewers('list', application.client_id, '--json')).output);
  expect(listed).toEqual([expect.objectContaining({ sealed: 'current' })]);
});

test.each([
  [['add', 'demoshop', '--until', '2027-01-31'], 1, "demoshop isn't a client_id"],
  [['add', 'demoshop000000000001', '--until', 'tomorrow'], 2, 'Write the date as 2027-01-31.'],
  [['add', 'demoshop000000000001', '--until', '2020-01-31'], 1, 'must end in the future, and within 90 days'],
  [['add', 'nobody00000000000000'], 1, 'The service has no such application'],
  [['list', 'nobody00000000000000'], 1, 'The service has no such application or reviewer'],
  [['remove', 'demoshop000000000001', 'x'], 1, 'The service has no such application or reviewer'],
])('reviewers %j fails with %i and the reason', async (words, code, reason) => {
  const result = await reviewers(...words);
  expect(result.output).toContain(reason);
  expect(result.code).toBe(code);
});
