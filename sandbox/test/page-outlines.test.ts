import { expect, test } from 'vitest';
import { pageOutline, parsed } from '../../test/support/assertions/page-outline.ts';
import { BrowserSession, type Shown } from '../../test/support/fixtures/browser-session.ts';
import { authorizeUrl, people } from '../../test/support/fixtures/sign-in.ts';
import { latestRequest } from '../../test/support/requests/sandbox-requests.ts';
import { useWorld } from '../../test/support/world/use-world.ts';

const world = useWorld({ local: true });

/** The IDs of the requests that were sent to phones. */
const requestIds: string[] = [];

/** Replaces what differs from run to run: IDs, numbers to choose, times, and the origin. */
const withoutChance = (text: string, choices: readonly string[]): string =>
  choices
    .reduce(
      (left, choice, index) =>
        left.replaceAll(new RegExp(`(?<=[">-] ?)${choice}(?=["<\n])`, 'g'), `CHOICE${index}`),
      text,
    )
    .replaceAll(new URL(world.sandbox).origin, 'ORIGIN')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/(?:\d{4}[-.] ?)?\d{1,2}[-.] ?\d{1,2}[-.]? \d\d:\d\d(?::\d\d)?|\d\d:\d\d(?::\d\d)?/g, 'CLOCK')
    .replaceAll(
      /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \w+ \d+|\d+월 \d+일 [월화수목금토일]요일/g,
      'DATE',
    )
    .replaceAll(/(?<=<time [^>]*>) .*/g, ' CLOCK')
    .replaceAll(/data-seen="[\w-]{5}/g, 'data-seen="ID ');

/** A page in a language, as an outline. Styles and scripts have tests of their own. */
async function outlineOf(page: Shown, choices: readonly string[] = []): Promise<string> {
  const document = parsed(page.text);
  const own = document
    .querySelectorAll('style, script')
    .map(({ text, tagName }, index) => [`(${tagName.toLowerCase()} ${index})`, text]);
  const answer = new Response(page.text, { status: page.status, headers: page.headers });
  for (const name of ['x-request-id', 'content-length']) answer.headers.delete(name);
  const whole = await pageOutline(answer, Object.fromEntries(own));
  const named = requestIds.reduce((left, id) => left.replaceAll(id, 'ID'), whole);
  return withoutChance(named.replaceAll(/^ *<(?:svg|path|rect|circle|link rel="icon").*\n/gm, ''), choices);
}

/** A sign-in that waits for the phone. @returns the request on it. */
async function startWaiting(): Promise<{ id: string; choices: string[]; match: string }> {
  await world.clock.advance(86_400);
  const other = new BrowserSession(world);
  await other.submit(await other.get(authorizeUrl(world)), people.daegi);
  const request = await latestRequest(world, people.daegi.phoneNo);
  requestIds.push(request.id);
  return request;
}

const phone = `/sandbox?phoneNo=${people.daegi.phoneNo}`;
const fault = { endpoint: '/v1/user/me', kind: 'error', count: '3', status: '503', error: 'server_error' };

const languages = ['en', 'ko'] as const;
const browsers = () =>
  languages.map((language) => new BrowserSession(world, { headers: { 'Accept-Language': language } }));

test('every page of the sandbox equals its recorded outline, in both languages', async () => {
  const both = browsers();
  const parts: string[][] = both.map(() => []);
  const add = async (state: string, path: string, choices?: readonly string[]) => {
    for (const [index, browser] of both.entries()) {
      const page = await browser.get(`${world.sandbox}${path}`);
      parts[index]?.push(`# ${state}\n\n${await outlineOf(page, choices)}`);
    }
  };
  const user = browsers()[0] as BrowserSession;
  const submit = async (path: string, fields: Record<string, string>, form?: string) => {
    await user.submit(await user.get(`${world.sandbox}${path}`), fields, form);
  };
  for (const path of [
    '/sandbox',
    phone,
    '/sandbox?phoneNo=01011112222',
    '/sandbox/subscribers',
    '/sandbox/relay',
  ])
    await add(path, path);
  await add('A subscriber to change', `/sandbox/subscribers?phoneNo=${people.duri.phoneNo}`);
  await add('No fault is set', '/sandbox/faults');
  await submit('/sandbox/faults', { ...fault, milliseconds: '20' }, 'form[action="/sandbox/faults"]');
  await add('A fault is set', '/sandbox/faults');
  await submit('/sandbox/faults', {}, 'form[action$=clear]');
  const { choices, match } = await startWaiting();
  await add('A request waits', phone, choices);
  await submit(phone, { match }, 'form[action$=approve]');
  await add('The request is approved', phone, choices);
  await startWaiting();
  await submit(phone, {}, 'form[action$=deny]');
  await add('Another request is denied', phone, choices);
  await submit(phone, {}, 'form[action$=leave]');
  await add('The user has left the app', phone, choices);
  for (const path of ['/sandbox/side-by-side', '/sandbox/privacy', '/']) await add(path, path);
  for (const [index, language] of languages.entries())
    await expect(parts[index]?.join('\n')).toMatchFileSnapshot(`page-outlines/${language}.txt`);
});
