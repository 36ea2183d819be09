import { describe, expect, test } from 'vitest';
import { supportCode } from '../../workers/core/protocol/support-code.ts';
import { BrowserSession, type Shown } from '../support/fixtures/browser-session.ts';
import { denyOn, newSubscriber, requestsOn, tapWrongOn } from '../support/fixtures/phones.ts';
import { useCountedWorld } from '../support/world/counted-world.ts';
import { useLatencyWorld } from '../support/world/latency-world.ts';
import type { World } from '../support/world/world.ts';

/** The victim's answers to the second request, after a wrong number at the first. */
const endings = { wrongNumber: tapWrongOn, denial: denyOn };
type Ending = keyof typeof endings;

/** Everything of an answer that a relay can read, without the ids that are drawn each time; of a cookie its name, attributes and length. */
function readBy(shown: Shown, ids: readonly string[]): string {
  const { 'set-cookie': _, 'x-request-id': request = '', ...headers } = Object.fromEntries(shown.headers);
  const nonce = /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1] ?? request;
  const cookies = shown.headers
    .getSetCookie()
    .map((cookie) => cookie.replace(/=([^;]*)/, (_, { length }) => `=${length}`));
  const text = JSON.stringify([shown.url.href, shown.status, headers, cookies, shown.text]);
  return [...ids, nonce, request].reduce((before, id) => before.replaceAll(id || '<none>', '<id>'), text);
}

/** A relay signs in as a victim who has chosen a wrong number once, and whose phone now shows the second request. */
async function relayAtSecondRequest(world: World, language = 'en') {
  const victim = await newSubscriber(world, 'waits');
  const relay = new BrowserSession(world, {
    headers: { 'Accept-Language': language },
    visitable: ({ pathname }) => pathname !== '/auth/callback',
  });
  const waiting = await relay.submit(await relay.get(`${world.gateway}/auth/login?return_to=/cart`), victim);
  await tapWrongOn(world, victim.phoneNo);
  const again = await relay.get(waiting.url);
  expect(again.url.pathname).toBe('/oauth2/authorize/wait');
  expect(await requestsOn(world, victim.phoneNo)).toHaveLength(2);
  return { relay, victim, again };
}

describe("a relay after its victim's second wrong number, or a denial after one", () => {
  const world = useCountedWorld();

  async function play(ending: Ending, language: string) {
    const { relay, victim, again } = await relayAtSecondRequest(world, language);
    await endings[ending](world, victim.phoneNo);
    const ends: Shown[] = [];
    const { requests, lines, objects, kv } = await world.costOf(async () => {
      ends.push(await relay.get(again.url));
    });
    const [end] = ends as [Shown];
    const { state = '', plid_sign_in = '', ...told } = Object.fromEntries(end.url.searchParams);
    expect(plid_sign_in).toMatch(/^[\w-]{11}$/);
    const flow = again.url.searchParams.get('flow') ?? '';
    const code = supportCode(plid_sign_in);
    const spelled = [...code.replace('-', '')].join(' ');
    const ids = [flow, state, encodeURIComponent(state), plid_sign_in, code, spelled];
    const pages = [end, await relay.get(end.url), await relay.get(again.url)];
    const afterwards = await world.afterwards(3 * 86_400);
    const atPhone = ({ Phone }: typeof objects) => ({ ...Phone, bytes: 0 });
    return {
      told,
      title: pages.map(({ document }) => document.querySelector('h1')?.text),
      ways: pages[1]?.document.querySelectorAll('main a').map((link) => link.getAttribute('href')),
      read: pages.map((page) => readBy(page, ids)),
      costs: { requests, lines, kv, phone: atPhone(objects) },
      alarms: atPhone(afterwards.objects),
    };
  }

  test.each([
    {
      language: 'en',
      message:
        'The sign-in was not approved on the phone: it was denied, a wrong number was chosen, or a newer sign-in replaced it.',
      titles: ['Not approved on the phone', 'The sign-in wasn’t completed'],
    },
    {
      language: 'ko',
      message:
        '휴대폰에서 승인되지 않았습니다. 거절했거나, 다른 숫자를 선택했거나, 다른 곳에서 새로 로그인을 시작한 경우입니다.',
      titles: ['휴대폰에서 승인되지 않았습니다', '로그인을 완료하지 못했습니다'],
    },
  ])(
    'gets the same response in $language at the same cost, and learns nothing',
    async ({ language, message, titles }) => {
      const wrongNumber = await play('wrongNumber', language);
      const told = { error: 'access_denied', plid_reason: 'denied', message, error_description: message };
      expect(wrongNumber.told).toEqual({ ...told, ui_locales: language });
      expect(wrongNumber.title).toEqual([undefined, ...titles]);
      expect(wrongNumber.ways).toEqual(['/auth/login?return_to=%2Fcart', '/cart']);
      expect(wrongNumber.costs.phone.calls).toEqual({ denied: 1 });
      expect(await play('denial', language)).toEqual(wrongNumber);
    },
  );
});

describe('a relay that measures response times', () => {
  const world = useLatencyWorld();

  test('waits for the same calls after a second wrong number as after a denial', async () => {
    const waits: Record<Ending, unknown> = { wrongNumber: undefined, denial: undefined };
    for (const ending of Object.keys(waits) as Ending[]) {
      const { relay, victim, again } = await relayAtSecondRequest(world);
      await endings[ending](world, victim.phoneNo);
      const { path, beside, hops } = await world.waterfall(() => relay.get(again.url));
      waits[ending] = { path, beside, hops };
    }
    expect(waits.wrongNumber).toMatchObject({ path: ['carrier outcome', 'Phone.denied'] });
    expect(waits.denial).toEqual(waits.wrongNumber);
  });
});
