import { describe, expect, test } from 'vitest';
import { refuseTakenName } from '../../../../workers/service/operator/applications/list-applications.ts';
import { nameDigest } from '../../../../workers/service/registry/application-names.ts';
import { applicationKvKey } from '../../../../workers/service/registry/applications.ts';
import {
  administer,
  consentTerms,
  registerApplication,
  shownApplication,
} from '../../../support/requests/operator-requests.ts';
import { jsonOf } from '../../../support/requests/service-requests.ts';
import { useWorld } from '../../../support/world/use-world.ts';
import { newApplication } from '../../support/counting-storage.ts';

const world = useWorld({ half: 'service' });

const described = (name: string) => ({
  name,
  redirect_uris: ['https://a.example/cb'],
  attributes: ['ci'],
  ...consentTerms,
});
const register = (name: string, more: object = {}) =>
  administer(world, 'POST', '', { body: { ...described(name), ...more } });

describe('a misleading application name', () => {
  test.each([
    ['Hangul filler', 'Demo\u3164Shop\u3164'],
    ['only a Hangul filler', '\u3164'],
    ['Hangul choseong filler', 'Shop\u115f'],
    ['Hangul jungseong filler', 'Shop\u1160'],
    ['half-width Hangul filler', 'Shop\uffa0'],
    ['zero-width space', 'Demo\u200bShop'],
    ['zero-width joiner', 'Demo\u200dShop'],
    ['soft hyphen', 'De\u00admo'],
    ['combining grapheme joiner', 'De\u034fmo'],
    ['variation selector', 'Demo\ufe0f'],
    ['tag characters', 'Demo\u{e0041}'],
    ['right-to-left override', '서\u202e점'],
    ['braille blank', 'Demo\u2800Shop'],
    ['no-break space', 'Demo\u00a0Shop'],
    ['ideographic space', '책\u3000방'],
    ['line feed', '서\n점'],
    ['NUL', '서\u0000점'],
    ['private use', 'Demo\ue000'],
    ['a lone surrogate', 'Demo\ud800'],
    ['90 combining marks', `D${'\u0301'.repeat(90)}emo`],
    ['four marks on a letter that holds one already', 'é\u0323\u0302\u0304'],
    ['a mark on nothing', '\u0301Demo'],
    ['a mark on a space', 'Demo \u0301Shop'],
    ['a space at an end', ' Demo'],
    ['two spaces', 'Demo  Shop'],
    ['only a space', ' '],
    ['nothing to read', '!?'],
  ])('is rejected: %s', async (_, name) => {
    const { client_id } = await registerApplication(world);
    const changed = await administer(world, 'PATCH', `/${client_id}`, { body: { name } });
    for (const response of [await register(name), changed]) {
      expect(response.status).toBe(400);
      const { error, message } = await jsonOf(response);
      expect([error, message]).toEqual([
        'invalid_request',
        expect.stringMatching(/value of name .*invisible/),
      ]);
    }
  });

  test('is rejected in Korean too', async () => {
    const headers = { 'Accept-Language': 'ko' };
    const answer = await administer(world, 'POST', '', { body: described('\u3164'), headers });
    expect((await jsonOf(answer)).message).toMatch(/name 값이 올바르지 않습니다.*보이지 않는 문자/);
  });

  test.each([
    '책방',
    '7-Eleven',
    'Nhà sách Tiếng Việt',
    'हिन्दी दुकान',
    'ร้านน้ำดื่ม',
    'Ώρα',
    'Café 24/7 & Co.',
    '本屋 2号店',
  ])('differs from a readable one, which is accepted: %s', async (name) => {
    for (const form of ['NFC', 'NFD']) {
      const response = await register(name.normalize(form), { same_name: true });
      expect(response.status).toBe(201);
      expect((await shownApplication(response)).name).toBe(name.normalize(form));
    }
  });
});

describe('a word that mixes Latin letters with similar ones', () => {
  test.each([
    ['a Cyrillic е', 'Dеmo Shop', 'Dеmo'],
    ['a Greek ο', 'Demο Shop', 'Demο'],
    ['a Cyrillic р at the end', 'Demo Shoр', 'Shoр'],
    ['a Cyrillic letter after a digit', '책방 a1е', 'a1е'],
    ['a full-width Latin letter', 'Ｄеmo', 'Ｄеmo'],
    ['a letter with a mark', 'Dе\u0301mo', 'Dе\u0301mo'],
  ])('is rejected at registration and in a change: %s', async (_, name, word) => {
    const { client_id } = await registerApplication(world);
    const changed = await administer(world, 'PATCH', `/${client_id}`, { body: { name } });
    for (const response of [await register(name, { same_name: true }), changed]) {
      expect(response.status).toBe(400);
      expect((await jsonOf(response)).message).toBe(
        `The value of name is not valid. ${word} mixes Latin letters with Cyrillic or Greek ones that look alike. Type each word in one script.`,
      );
    }
  });

  test.each(['Книги', 'Ώρα Books', 'Магазин Shop', 'µTorrent', '책방 Books'])(
    'is not a word in one script: %s',
    async (name) => {
      expect((await register(name, { same_name: true })).status).toBe(201);
    },
  );
});

describe("a name that resembles another application's", () => {
  test.each(['Demo Shop', 'demo shop', 'DEMO SHOP', 'Ｄｅｍｏ Shop', 'Demo Ⓢhop'])(
    'is rejected at registration, and the response names the other: %s',
    async (name) => {
      const response = await register(name);
      expect(response.status).toBe(400);
      expect((await jsonOf(response)).message).toMatch(/\(demoshop000000000001\).*looks the same.*same_name/);
    },
  );

  test("is rejected in a change, unless it is the application's own", async () => {
    const { client_id } = await registerApplication(world, { name: '하나서점' });
    const change = (body: object) => administer(world, 'PATCH', `/${client_id}`, { body });
    expect((await change({ name: 'Demo shop' })).status).toBe(400);
    expect((await change({ name: '하나서점' })).status).toBe(200);
    expect((await change({ name: '하나서점'.normalize('NFD') })).status).toBe(200);
    expect((await change({ name: 'Demo bank', same_name: true })).status).toBe(200);
  });

  test("is accepted with same_name, which isn't stored", async () => {
    const response = await register('Demo Bank', { same_name: true });
    expect(response.status).toBe(201);
    expect(Object.keys(await jsonOf(response))).not.toContain('same_name');
  });

  test.each([
    ['Straße', 'STRASSE'],
    ['ﬁsch', 'FISCH'],
  ])('is found in another case: %s, %s', async (name, other) => {
    expect(await nameDigest(name)).toBe(await nameDigest(other));
  });

  test('is searched on every page of the list', async () => {
    const other = await newApplication({ name: '먼서점' });
    const key = { name: applicationKvKey(other.client_id), metadata: { name: await nameDigest('먼서점') } };
    const pages = [
      { keys: [], list_complete: false, cursor: 'second page' },
      { keys: [key], list_complete: true },
    ];
    const list = async ({ cursor }: KVNamespaceListOptions) => pages[cursor === 'second page' ? 1 : 0];
    const object = { read: async () => other };
    const env = {
      APPLICATIONS: { list },
      APPLICATION: { idFromName: (name: string) => name, get: () => object },
    } as unknown as Parameters<typeof refuseTakenName>[0];
    await expect(refuseTakenName(env, { name: '먼서점' })).rejects.toMatchObject({ reason: 'name_taken' });
    await refuseTakenName(env, { name: '가까운서점' });
  });

  test('is available after the other is renamed or deleted', async () => {
    const first = await registerApplication(world, { name: '둘서점' });
    expect((await register('둘서점')).status).toBe(400);
    await administer(world, 'PATCH', `/${first.client_id}`, { body: { name: '셋서점' } });
    expect((await register('둘서점')).status).toBe(201);
    expect((await register('셋서점')).status).toBe(400);
    await administer(world, 'DELETE', `/${first.client_id}`);
    expect((await register('셋서점')).status).toBe(201);
  });
});
