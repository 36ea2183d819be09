/**
 * The servers that the gateway calls, in a process of their own: a login service that answers any code, and an application behind the guard. A code
 * is `<person>.<random>`, and the first part is a number.
 */

interface Env {
  CLIENT_SECRET: string;
}

const encoder = new TextEncoder();
const json = (body: object) =>
  new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } });

const records = new Map<string, Promise<object>>();

/** A user record (§2.1) whose fields are encrypted as the service encrypts them (§2.2). Made once. */
function recordOf(person: string, secret: string): Promise<object> {
  const record = records.get(person) ?? encryptRecord(person, secret);
  records.set(person, record);
  return record;
}

async function encryptRecord(person: string, secret: string): Promise<object> {
  const bytes = encoder.encode(secret.slice(0, 16));
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-CBC', false, ['encrypt']);
  const encrypt = async (text: string) =>
    new Uint8Array(
      await crypto.subtle.encrypt({ name: 'AES-CBC', iv: bytes }, key, encoder.encode(text)),
    ).toBase64();
  return {
    plid: `00000000-0000-4000-8000-${person.padStart(12, '0')}`,
    ci: await encrypt(`${'C'.repeat(76)}${person.padStart(12, '0')}`),
    phoneNo: await encrypt(`010${person.padStart(8, '0')}`),
    name: await encrypt('김하나'),
    gender: 'F',
    agegroup: '20',
    birthday: await encrypt('0101'),
    birthdate: await encrypt('000101'),
    foreign: 'L',
    telcoCd: 'S',
    autoLoginYn: 'N',
    autoStatusCheck: 'N',
  };
}

export default {
  async fetch(request: Request, { CLIENT_SECRET }: Env): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === '/oauth2/token') {
      const form = new URLSearchParams(await request.text());
      const state = form.get('state');
      return json({
        access_token: form.get('code'),
        token_type: 'bearer',
        expires_in: 600,
        ...(state !== null && { state }),
        ...(request.headers.has('Prefer') && { automatic_login: 'N' }),
      });
    }
    if (pathname === '/v1/user/me') {
      const [, person = ''] = /^Bearer (\d+)\./.exec(request.headers.get('Authorization') ?? '') ?? [];
      const user = await recordOf(person, CLIENT_SECRET);
      return json({ code: '0000', error: 'success', message: 'The user information was returned.', user });
    }
    return new Response('<p>The application.</p>', { headers: { 'Content-Type': 'text/html' } });
  },
};
