import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import authorize from '../../../workers/service/routes/authorize/index.ts';
import { BrowserSession, type Shown } from '../../support/fixtures/browser-session.ts';
import { newSubscriber } from '../../support/fixtures/phones.ts';
import { authorizeUrl, flowOf, people, postForm } from '../../support/fixtures/sign-in.ts';
import { askInProcess } from '../../support/requests/ask-in-process.ts';
import { applications, origins } from '../../support/world/test-settings.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

type Query = Record<string, string>;
type Headers = Record<string, string>;
const cancelForm = 'form[action$="/cancel"]';

async function begin(query: Query = {}, headers: Headers = {}) {
  const browser = new BrowserSession(world, { headers });
  return { browser, page: await browser.get(authorizeUrl(world, { prompt: 'login', ...query })) };
}

const pages = {
  'sign-in': async (query?: Query, headers?: Headers) => (await begin(query, headers)).page,
  'sign-in with faults': async (query?: Query, headers?: Headers) => {
    const { browser, page } = await begin(query, headers);
    return browser.submit(page, { name: '', phoneNo: '12', telcoCd: 'X' });
  },
  'sign-in refused': async (query?: Query, headers?: Headers) => {
    const { browser, page } = await begin(query, headers);
    return browser.submit(page, { ...(await newSubscriber(world)), telcoCd: 'K' });
  },
  waiting: async (query?: Query, headers?: Headers) => {
    const { browser, page } = await begin(query, headers);
    return browser.submit(page, await newSubscriber(world, 'waits'));
  },
  unanswered: async (query?: Query, headers?: Headers) => {
    const { browser, page } = await begin(query, headers);
    const waiting = await browser.submit(page, await newSubscriber(world, 'waits'));
    await world.clock.advance(121);
    return browser.get(waiting.url);
  },
  consent: async (query?: Query, headers?: Headers) => {
    const { browser, page } = await begin(query, headers);
    return browser.submit(page, await newSubscriber(world));
  },
  expired: async (query?: Query, headers?: Headers) => {
    const { browser, page } = await begin(query, headers);
    await world.clock.advance(601);
    return browser.submit(page, people.hana);
  },
  cancelled: async (query?: Query, headers?: Headers) => {
    const { browser, page } = await begin(query, headers);
    await browser.submit(page, {}, cancelForm);
    return browser.submit(page, people.hana);
  },
  lost: async (_?: Query, headers?: Headers) =>
    new BrowserSession(world, { ...(headers && { headers }) }).get(
      `${world.service}/oauth2/authorize/wait?flow=none`,
    ),
};
const named = Object.entries(pages).map(([name, open]) => ({ name, open }));

describe.each(named)('the page “$name”', ({ open }) => {
  let page: Shown;
  beforeEach(async () => {
    page = await open({ ui_locales: 'ko' }, { 'Accept-Language': 'ko' });
  });

  test('is under 8 KB compressed, and requests no other host', () => {
    expect(gzipSync(page.text).length).toBeLessThan(8_000);
    const addresses = page.text.match(/(?:src|href|action|content)="[^"]*"/g) ?? [];
    const elsewhere = addresses.filter((address) => /="(?:[a-z]+:)?\/\//.test(address));
    const links = page.document.querySelectorAll('a[target=_blank][rel=noopener][href^=http]');
    expect(elsewhere).toEqual(links.map((link) => `href="${link.getAttribute('href')}"`));
    expect(page.text).not.toMatch(/<(?:img|iframe|object|embed)\b|@import|url\(/);
    const parts = page.document.querySelectorAll('link').map((link) => link.attributes);
    expect(parts).toEqual([{ rel: 'icon', href: expect.stringMatching(/^data:image\/svg\+xml,/) }]);
    expect(page.headers.get('Content-Security-Policy')).toContain('img-src data:;');
  });

  test('runs only its own scripts and frames nothing', () => {
    const policy = new Map(
      (page.headers.get('Content-Security-Policy') ?? '').split('; ').map((directive) => {
        const [name = '', ...values] = directive.split(' ');
        return [name, values.join(' ')];
      }),
    );
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('base-uri')).toBe("'none'");
    expect(page.headers.get('Content-Security-Policy')).not.toContain('unsafe');
    const [, nonce] = /'nonce-([^']+)'/.exec(policy.get('script-src') ?? '') ?? [];
    expect(policy.get('style-src')).toBe(`'nonce-${nonce}'`);
    expect(page.document.querySelector('script, style')).not.toBeNull();
    for (const element of page.document.querySelectorAll('script, style')) {
      expect(element.getAttribute('nonce')).toBe(nonce);
    }
    expect(page.text).not.toMatch(/ on\w+="| style="|javascript:/);
    expect(page.headers.get('X-Frame-Options')).toBe('DENY');
    expect(page.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(page.headers.get('Cache-Control')).toBe('no-store');
  });

  test('has a language, a title, one heading, and a label for every field', () => {
    const { document } = page;
    expect(document.querySelector('html')?.getAttribute('lang')).toBe('ko');
    expect(document.querySelector('title')?.text).toContain(document.querySelector('h1')?.text);
    expect(document.querySelectorAll('h1')).toHaveLength(1);
    expect(document.querySelector('h1')?.text).toMatch(/[가-힣]/);
    for (const input of document.querySelectorAll('input[type=text], input[type=tel]')) {
      expect(document.querySelector(`label[for=${input.id}]`)?.text).toBeTruthy();
    }
    for (const element of document.querySelectorAll('[aria-describedby]')) {
      for (const id of element.getAttribute('aria-describedby')?.split(' ') ?? []) {
        expect(document.querySelector(`#${id}`)).not.toBeNull();
      }
    }
  });

  test('opens no window inside a WebView, and needs only https', async () => {
    const shown = await open({ ui_locales: 'ko', isHybrid: 'Y' }, { 'Accept-Language': 'ko' });
    expect(shown.text).not.toMatch(/target=|window\.open|intent:|tel:\d|sms:/);
  });
});

test('each page has a random nonce of at least 16 bytes', async () => {
  const nonces = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const policy = (await begin()).page.headers.get('Content-Security-Policy') ?? '';
      return /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    }),
  );
  expect(new Set(nonces).size).toBe(5);
  for (const nonce of nonces) expect(Buffer.from(nonce, 'base64').length).toBeGreaterThanOrEqual(16);
});

test('every page of an existing sign-in has a way back to the application', async () => {
  for (const { name, open } of named.filter(({ name }) => name !== 'lost')) {
    expect((await open()).document.querySelector(`${cancelForm} input[name=flow]`), name).not.toBeNull();
  }
});

test('form-action allows any redirect, because the callback may redirect to an app link', async () => {
  for (const { name, open } of named.filter(({ name }) => name !== 'lost')) {
    const policy = (await open()).headers.get('Content-Security-Policy');
    expect(policy, name).toContain("default-src 'none'");
    expect(policy, name).not.toContain('form-action');
  }
});

test('without scripts the waiting page refreshes itself, and form fields have the right keyboards', async () => {
  const { text } = await pages.waiting();
  expect(text).toContain('<noscript><meta http-equiv="refresh" content="15"/></noscript>');
  const { document } = await pages['sign-in']();
  const attributes = (id: string) => document.querySelector(id)?.attributes ?? {};
  expect(attributes('#name')).toMatchObject({ autocomplete: 'name', type: 'text' });
  expect(attributes('#phoneNo')).toMatchObject({ autocomplete: 'tel', type: 'tel', inputmode: 'tel' });
});

test('the page names the application and the destination of the sign-in', async () => {
  const { text } = (await begin({ redirect_uri: 'https://shop.example.com/auth/callback' })).page;
  expect(text).toContain('<h1>Sign in to Demo Shop</h1><p class="host">shop.example.com</p>');
});

describe('the page of a missing sign-in', () => {
  const { client_id } = applications.shop;
  const name = 'Demo Shop';
  const home = 'https://shop.example.com/';
  const wayOn = ({ document }: Shown) => {
    const link = document.querySelector('main .actions a');
    return [document.querySelector('h1')?.text, link?.getAttribute('href'), link?.text];
  };
  const waitFor = (flow: string) =>
    new BrowserSession(world).get(`${world.service}/oauth2/authorize/wait?flow=${flow}`);

  test('names the application and leads to it', async () => {
    const lost = await waitFor(flowOf((await begin()).page));
    expect(wayOn(lost)).toEqual(['We can’t find this sign-in', home, `Return to ${name}`]);
    expect(lost.text).toContain(`<strong>${name}</strong><p class="host">${new URL(home).host}</p>`);
  });

  test('mentions blocked cookies if a form arrives without any', async () => {
    const { page } = await begin();
    const refusing = new BrowserSession(world);
    const sent = await refusing.submit(page, people.hana);
    expect(wayOn(sent)).toEqual(['Your browser blocks cookies', home, `Return to ${name}`]);
    await world.clock.advance(3_600);
    expect(wayOn(await refusing.submit(page, people.hana))[0]).toBe('We can’t find this sign-in');
  });

  test.each([
    ['an unknown application', '1900000000-aaaaaaaaaaaaaaaaaaaaaa-nobody00000000000000'],
    ['an address', `1900000000-aaaaaaaaaaaaaaaaaaaaaa-${encodeURIComponent('https://evil.example')}`],
    ['a client without its form', `x-${client_id}`],
    ['a sign-in without a client', '1900000000-aaaaaaaaaaaaaaaaaaaaaa'],
  ])('leads only to registered applications, or from %s to the account page, quietly', async (_, flow) => {
    const lost = await waitFor(flow);
    expect(wayOn(lost).slice(0, 2)).toEqual(['We can’t find this sign-in', '/account']);
    // The user wanted something else.
    expect(lost.document.querySelectorAll('.button')).toEqual([]);
  });

  test('leads only to the registered host of the client, even if the sender invented the sign-in', async () => {
    const made = await waitFor(`1900000000-aaaaaaaaaaaaaaaaaaaaaa-${client_id}`);
    expect(wayOn(made)[1]).toBe(home);
    const links = made.document.querySelectorAll('main a').map((link) => link.getAttribute('href'));
    expect(links).toEqual([home]);
  });
});

describe('the language of a page', () => {
  const languageOf = (page: Shown) => page.document.querySelector('html')?.getAttribute('lang');
  const other = 'button[name=language]';

  test.each([
    ['ko', 'en', 'ko'],
    ['en', 'ko', 'en'],
    ['fr ko-KR en', 'en', 'ko'],
    ['EN-gb', 'ko', 'en'],
    ['fr', 'ko', 'ko'],
    ['', 'ko-KR,ko;q=0.9,en;q=0.1', 'ko'],
    ['', 'fr', 'en'],
  ])('for ui_locales “%s” with Accept-Language %s is %s', async (ui_locales, accepted, expected) => {
    expect(languageOf((await begin({ ui_locales }, { 'Accept-Language': accepted })).page)).toBe(expected);
  });

  test("is the user's choice, whatever the application requests, and is remembered", async () => {
    const { browser, page } = await begin({ ui_locales: 'ko' });
    const chosen = await browser.press(page, other);
    expect([chosen.url.pathname, languageOf(chosen)]).toEqual(['/oauth2/authorize/sign-in', 'en']);
    const consent = await browser.submit(chosen, await newSubscriber(world));
    expect(languageOf(consent)).toBe('en');
    expect(languageOf(await browser.press(consent, other))).toBe('ko');
    const next = await browser.get(authorizeUrl(world), { 'Accept-Language': 'en' });
    expect(languageOf(next)).toBe('ko');
    const lost = await browser.get(`${world.service}/oauth2/authorize/wait?flow=none`);
    expect(languageOf(lost)).toBe('ko');
  });

  test("chosen earlier gives way to an application's request, on all of its pages", async () => {
    const { browser, page } = await begin({ ui_locales: 'ko' });
    expect(languageOf(await browser.press(page, other))).toBe('en');
    const next = await browser.get(authorizeUrl(world, { ui_locales: 'ko' }));
    expect(languageOf(next)).toBe('ko');
    expect(languageOf(await browser.submit(next, await newSubscriber(world)))).toBe('ko');
    expect(languageOf(await browser.get(authorizeUrl(world)))).toBe('en');
  });

  test('is also that of the message sent to the application', async () => {
    const { browser, page } = await begin({ ui_locales: 'ko' });
    const left = await browser.submit(page, {}, cancelForm);
    expect(left.url.searchParams.get('message')).toBe('사용자가 로그인을 취소했습니다.');
    expect(left.url.searchParams.get('ui_locales')).toBe('ko');
  });

  test('can be changed on the page of an ended or missing sign-in', async () => {
    const { browser, page } = await begin({ ui_locales: 'ko' });
    await browser.submit(page, {}, cancelForm);
    const ended = await browser.get(`${world.service}/oauth2/authorize/wait?flow=${flowOf(page)}`);
    expect(ended.text).toContain('로그인을 완료하지 못했습니다');
    const chosen = await browser.press(ended, other);
    expect([languageOf(chosen), chosen.text]).toEqual(['en', expect.stringContaining('wasn’t completed')]);
    const lost = await browser.get(`${world.service}/oauth2/authorize/sign-in?flow=none`);
    const link = lost.document.querySelector('.bar a[lang=ko]')?.getAttribute('href') ?? '';
    const back = await browser.get(new URL(link, world.service));
    expect(languageOf(back)).toBe('ko');
    expect(languageOf(await browser.get(`${world.service}/nothing`))).toBe('ko');
  });

  test.each([
    ['language', 'fr'],
    ['page', 'cancel'],
    ['page', 'https://evil.example/'],
  ])('with %s %s is rejected', async (field, value) => {
    const { browser, page } = await begin();
    const fields = { flow: flowOf(page), page: 'wait', language: 'ko', [field]: value };
    expect((await postForm(browser, '/oauth2/authorize/language', fields)).status).toBe(400);
  });
});

describe('isHybrid', () => {
  test("Y shows the application's brand on each page, and no link that leaves the sign-in", async () => {
    const { browser, page } = await begin({ isHybrid: 'Y' });
    const consent = await browser.submit(page, await newSubscriber(world));
    for (const { document } of [page, consent])
      expect([
        document.querySelector('.brand')?.text,
        document.querySelector('.application .logo'),
        document.querySelector('a[href="/account"]'),
      ]).toEqual(['Demo Shop', null, null]);
    expect((await browser.submit(consent)).url.searchParams.get('code')).toBeTruthy();
  });

  test.each(['N', 'y', '1'])('%s has no effect', async (isHybrid) => {
    expect((await begin({ isHybrid })).page.document.querySelector('.brand')?.text).not.toBe('Demo Shop');
  });
});

describe('an internal error', () => {
  test('is a page for a browser, and the JSON of §7 for a program', async () => {
    const ask = async (Accept: string) => {
      const request = new Request(`${origins.service}/oauth2/authorize`, { headers: { Accept } });
      return (await askInProcess(authorize, request, { KEYS: 'nonsense' })).answer;
    };
    const [page, json] = [await ask('text/html,*/*'), await ask('*/*')];
    expect([page.status, json.status]).toEqual([500, 500]);
    expect(await page.text()).toContain('<h1>Something went wrong</h1>');
    expect(await json.json()).toMatchObject({ error: 'server_error' });
  });
});

test("a page shows the application's registered name", async () => {
  const { client_id } = applications.bank;
  expect((await begin({ client_id })).page.text).toContain('<h1>Sign in to Demo Bank</h1>');
});
