import { describe, expect, test } from 'vitest';
import { BrowserSession, type Shown } from '../../test/support/fixtures/browser-session.ts';
import { leaveApp, newSubscriber } from '../../test/support/fixtures/phones.ts';
import { authorizeUrl, type Person, people } from '../../test/support/fixtures/sign-in.ts';
import { decryptField } from '../../test/support/requests/service-requests.ts';
import { useWorld } from '../../test/support/world/use-world.ts';
import { demoTextsIn } from '../demo/demo-texts.ts';

const world = useWorld({ local: true });

const textOf = (page: Shown) => page.document.querySelector('main')?.structuredText ?? '';
const english = demoTextsIn('en');
const startBrowser = () => new BrowserSession(world, { headers: { 'Accept-Language': 'en' } });

async function logIn(browser: BrowserSession, fields = {}, person: Person = people.hana): Promise<Shown> {
  const shop = await browser.get(`${world.gateway}/`);
  const button = shop.document.querySelector('a.button')?.getAttribute('href') ?? '';
  const signIn = await browser.get(new URL(button, shop.url));
  if (signIn.url.pathname === '/') return signIn;
  const consent = await browser.submit(signIn, { ...person, ...fields });
  return consent.url.pathname === '/' ? consent : browser.submit(consent);
}

/** The request and the response below a step's heading. */
function stepOf(page: Shown, heading: string): { request: string; response: string } {
  const step = page.document.querySelectorAll('.wire li').find((item) => item.text.includes(heading));
  const [request = '', response = ''] = step?.querySelectorAll('pre').map(({ text }) => text) ?? [];
  return { request, response };
}

describe('the demo shop', () => {
  test('signed out, offers to sign in with the phone number', async () => {
    const page = await startBrowser().get(`${world.gateway}/`);
    expect(page.document.querySelector('a.button')?.text).toBe('Sign in with your phone number');
    expect(page.document.querySelector('.lead')?.text).toBe('Try signing in with only your phone number.');
    const korean = await new BrowserSession(world, { headers: { 'Accept-Language': 'ko' } }).get(
      `${world.gateway}/`,
    );
    expect(korean.document.querySelector('a.button')?.text).toBe('휴대폰 번호로 로그인');
    expect(korean.document.querySelector('.lead')?.text).toBe('휴대폰 번호만으로 로그인해 보세요.');
  });

  test('describes its architecture below the users', async () => {
    const page = await startBrowser().get(`${world.gateway}/`);
    expect(page.document.querySelector('main > :last-child')?.text).toBe(english('behind_gateway'));
  });

  test('signed in, shows the decrypted identity', async () => {
    const text = textOf(await logIn(startBrowser()));
    for (const value of ['Welcome, 김하나.', '01000000001', '900101', english('automatic_off')]) {
      expect(text).toContain(value);
    }
  });

  test('shows the exchanged messages: encrypted fields, and no client secret', async () => {
    const page = await logIn(startBrowser());
    expect(stepOf(page, english('step_authorize')).request).toMatch(
      /^GET \/oauth2\/authorize\?response_type=code&/,
    );
    expect(stepOf(page, english('step_code')).response).toMatch(/Location: \S+\/auth\/callback\?code=/);
    const token = stepOf(page, english('step_token'));
    expect(token.request).toContain('grant_type=authorization_code');
    expect(token.response).toContain('"expires_in": 600');
    const { response } = stepOf(page, english('step_user'));
    const { user } = JSON.parse(response.slice(response.indexOf('{')));
    const { client_secret } = world.applications.shop;
    expect(decryptField(user.name, client_secret)).toBe('김하나');
    expect(page.text).not.toContain(client_secret);
    expect(page.text).not.toContain(btoa(`${world.applications.shop.client_id}:${client_secret}`));
  });

  test('after sign-out, signs in automatically with an empty record and recognizes the user', async () => {
    const browser = startBrowser();
    const connected = await logIn(browser);
    await browser.submit(connected, {}, '#disconnect');
    const first = await logIn(browser, { autoLogin: 'Y' });
    expect(textOf(first)).toContain(english('automatic_first'));
    const out = await browser.submit(first, {}, '#logout');
    expect(out.document.querySelector('a.button')?.text).toBe(english('log_in'));
    const second = await logIn(browser);
    expect(textOf(second)).toContain(english('automatic_again'));
    expect(textOf(second)).toContain('Welcome, 김하나.');
    expect(stepOf(second, english('step_user')).response).toContain('"agegroup": ""');
  });

  test('after disconnecting, no longer knows the user and asks for consent again', async () => {
    const browser = startBrowser();
    const out = await browser.submit(await logIn(browser), {}, '#disconnect');
    expect(out.document.querySelector('a.button')?.text).toBe(english('log_in'));
    const signIn = await browser.get(`${world.gateway}/auth/login?return_to=/`);
    expect((await browser.submit(signIn, people.hana)).url.pathname).toBe('/oauth2/authorize/consent');
  });

  test("signs a user out who leaves on the sandbox phone, by the service's event", async () => {
    const person = await newSubscriber(world);
    const browser = startBrowser();
    const welcome = await logIn(browser, {}, person);
    expect(textOf(welcome)).toContain(`Welcome, ${person.name}.`);
    await leaveApp(world, person.phoneNo);
    const shop = async () =>
      (await browser.get(`${world.gateway}/`)).document.querySelector('a.button')?.text;
    await expect.poll(shop).toBe(english('log_in'));
  });

  test("doesn't show one sign-in's messages to another", async () => {
    const page = await logIn(startBrowser());
    expect(page.document.querySelectorAll('.wire li')).toHaveLength(4);
  });
});

describe('sandbox/local.ts', () => {
  test.each(['http://example.com/', 'https://shop.example.com/sandbox', 'http://localhost.evil.example/'])(
    'serves nothing at %s, in case it is deployed by mistake',
    async (address) => {
      const answer = await world.fetch(address);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: 'not_found' });
    },
  );

  test('allows another sign-in immediately after a denial', async () => {
    for (let times = 0; times < 4; times += 1) {
      const browser = startBrowser();
      const signIn = await browser.get(authorizeUrl(world));
      const denied = await browser.submit(signIn, people.geojeol);
      expect(denied.url.searchParams.get('error'), String(times)).toBe('access_denied');
    }
  });

  test('routes to each worker, and returns not_found otherwise', async () => {
    const statusOf = async (path: string) => (await world.fetch(`${world.service}${path}`)).status;
    expect(await statusOf('/.well-known/oauth-authorization-server')).toBe(200);
    expect(await statusOf('/v1/user/me')).toBe(401);
    expect(await statusOf('/auth/session')).toBe(401);
    expect(await statusOf('/sandbox')).toBe(200);
    expect(await statusOf('/nothing')).toBe(404);
  });

  test('accepts every host name of this machine', async () => {
    const origin = 'http://127.0.0.1:9000';
    const metadata = await world.fetch(`${origin}/.well-known/oauth-authorization-server`);
    expect(await metadata.json()).toMatchObject({
      issuer: origin,
      jwks_uri: `${origin}/.well-known/jwks.json`,
    });
    const login = await world.fetch(`${origin}/auth/login?return_to=/`, { headers: { Accept: 'text/html' } });
    const location = new URL(login.headers.get('Location') ?? '');
    expect(location.origin).toBe(origin);
    expect(location.searchParams.get('redirect_uri')).toBe(`${origin}/auth/callback`);
    expect((await world.fetch(location)).status).toBe(200);
  });
});
