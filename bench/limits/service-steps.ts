import { env } from 'cloudflare:workers';
import { openIdentity, sealIdentity, toBase64url } from './seal.ts';
import {
  accountOf,
  base64url,
  codes,
  knownNumbers,
  noticeEnds,
  sha256,
  typedForms,
} from './service-application.ts';
import {
  addressOf,
  keepSignIn,
  type Opened,
  phoneName,
  pseudonymOf,
  setCookie,
  tell,
} from './service-sign-in.ts';

/** The two forms of a sign-in: the one that asks the phone, and the consent that ends in a code. */

declare global {
  namespace Cloudflare {
    interface Env {
      PHONE: DurableObjectNamespace;
      SIGN_IN_LIMIT: RateLimit;
      NETWORK_LIMIT: RateLimit;
      APPLICATION_LIMIT: RateLimit;
    }
  }
}

interface PhoneObject {
  admit(id: string, caller: object, at: number, limit: number, about: object): Promise<{ admitted: boolean }>;
  reached(id: string, carrierId: string): Promise<void>;
  plid(signIn: string): Promise<string | undefined>;
}

const phoneOf = (name: string): PhoneObject =>
  env.PHONE.get(env.PHONE.idFromName(name)) as unknown as PhoneObject;

const redirectTo = (status: number, location: string, cookies: readonly string[]): Response => {
  const response = new Response(null, { status, headers: { Location: location } });
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
};

const shortIdOf = async (text: string): Promise<string> => base64url(await sha256(text)).slice(0, 16);
const randomId = (length: number): string => toBase64url(crypto.getRandomValues(new Uint8Array(length)));

const numberFormat = /^01[016789]\d{7,8}$/;

/** Asks the carrier, and through it the phone. */
export async function submit(
  opened: Opened,
  form: ReadonlyMap<string, string>,
  context: ExecutionContext,
): Promise<Response> {
  const { request, now, id, name, application, redirect, url } = opened;
  const [person = '', phoneNo = '', telcoCd = ''] = ['name', 'phoneNo', 'telcoCd'].map((field) =>
    (form.get(field) ?? '').normalize('NFC').trim(),
  );
  const isRight = person !== '' && person.length <= 100 && !/\p{C}/u.test(person) && /^[SKL]$/.test(telcoCd);
  if (!isRight || !numberFormat.test(phoneNo)) throw new Error('The form is not right');
  const phone = phoneOf(await phoneName(phoneNo));
  const { address, network } = addressOf(request);
  const [caller, from] = await Promise.all(
    [address, network].map((key) => pseudonymOf('caller at a number', key)),
  );
  const { client_id } = application;
  // One after the other: whoever is refused by the first uses up nothing of the others.
  for (const [limit, key] of [
    [env.SIGN_IN_LIMIT, address],
    [env.NETWORK_LIMIT, network],
    [env.APPLICATION_LIMIT, client_id],
  ] as const)
    if (!(await limit.limit({ key })).success) throw new Error('Too many sign-ins');
  const admission = randomId(12);
  const asked = { client_id, sign_in: name };
  const { admitted } = await phone.admit(admission, { caller, known: false, network: from }, now, 5, asked);
  if (!admitted) throw new Error('Too many requests to the phone');
  const [attempt, match] = [randomId(12), drawMatch()];
  const { status, requestId } = await env.CARRIER.confirm({
    ...{ name: person, phoneNo, telcoCd, mvno: false, match, entry: 'choose', signIn: name },
    id: await shortIdOf(JSON.stringify([attempt, person, phoneNo, telcoCd, false])),
    ...{
      application: application.name,
      applicationHost: new URL(redirect).host,
      expires: now + 120,
      expiresIn: 120,
    },
    context: { browser: 'Chrome, Android', knownBrowser: false, automaticLogin: false, attributes: 9 },
    returnTo: new URL(`/oauth2/authorize/wait?flow=${id}`, url).href,
  });
  if (status !== 'requested') throw new Error(`The carrier answers ${status}`);
  context.waitUntil(phone.reached(admission, `${telcoCd}:${requestId}`));
  const p = { n: phoneNo, t: requestId, m: match, d: admission, P: false, b: telcoCd, f: now, T: false };
  tell({ ...opened, signIn: { ...opened.signIn, p } }, context, { sign_in_requested: 1 });
  const typed = { name: person, phoneNo, telcoCd, remember: false, flow: id };
  return redirectTo(303, `/oauth2/authorize/wait?flow=${id}`, [
    await keepSignIn(opened, { p }),
    setCookie('plid-form', await typedForms.seal(typed, now + 1_800), 1_800),
  ]);
}

/** Two digits, each number from 10 to 99 as likely as any other. */
function drawMatch(): string {
  const [draw = 0] = crypto.getRandomValues(new Uint32Array(1));
  return draw < 4_294_967_280 ? String(10 + (draw % 90)) : drawMatch();
}

/** Grants what the person has agreed to, and leads back with a code. */
export async function agree(
  opened: Opened,
  form: ReadonlyMap<string, string>,
  context: ExecutionContext,
): Promise<Response> {
  const { now, id, signIn, application, redirect } = opened;
  const { u: plid, p, k: identityKey, s: state } = signIn;
  const terms = application.terms.ko;
  if (plid === undefined || p === undefined || form.get('terms') !== terms) throw new Error('Another step');
  const number = await phoneName(p.n);
  const account = accountOf(plid);
  const [held, owner] = await Promise.all([account.held(id), phoneOf(number).plid(id)]);
  if (held === undefined || owner !== plid) throw new Error('Nothing is held');
  const identity = await openIdentity<Record<string, string>>(identityKey, held);
  const { client_id, attributes: asked, version } = application;
  const { outcome } = await account.grant(
    {
      ...{ id, client_id, asked, agreed: true, agent: 'Chrome, Android', automaticLogin: 'N' },
      agreement: { refused: [], version, language: 'ko', words: 1, terms },
      identity: await sealIdentity(identityKey, { ...identity, phoneNo: p.n }),
      ...{ phone: number, from: { known: false } },
    },
    now,
  );
  if (outcome !== 'granted') throw new Error(outcome);
  tell(opened, context, { consented: 1, code_issued: 1 }, plid);
  const browser = randomId(16);
  context.waitUntil(tellPerson(opened, plid, browser));
  const granted = { plid, grant: id, identityKey, client_id, redirect_uri_digest: signIn.r };
  const code = await codes.seal(granted, now + 60);
  const kept = { browser, numbers: [await pseudonymOf('number known to a browser', p.n)], times: [now] };
  const lifetime = 34_560_000;
  return redirectTo(302, `${redirect}?code=${code}&state=${state}`, [
    await keepSignIn(opened, { u: plid, y: now }),
    setCookie('plid-numbers', await knownNumbers.seal(kept, now + lifetime), lifetime),
  ]);
}

/** Tells the person of the new browser and of the consent, each with an address that ends it. */
async function tellPerson(
  { id, name, now, url, application, redirect, signIn: { p, c } }: Opened,
  plid: string,
  browser: string,
): Promise<void> {
  const shown = { browser: 'Chrome, Android', knownBrowser: false, automaticLogin: false, attributes: 9 };
  const telling = (['new_browser', 'consent'] as const).map(async (kind) => {
    const end = [kind, plid, c, id, now, kind === 'new_browser' ? browser : null];
    const notice = await noticeEnds.seal({ end }, now + 30 * 86_400);
    await env.CARRIER.notify({
      ...{ id: await shortIdOf(`${kind} ${id}`), kind, signIn: name, at: now, context: shown },
      ...{ phoneNo: p?.n, telcoCd: p?.b, mvno: false, application: application.name },
      ...{ applicationHost: new URL(redirect).host, end: new URL(`/account/end?notice=${notice}`, url).href },
    });
  });
  await Promise.all(telling);
}
