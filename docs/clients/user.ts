/**
 * The user of a phone-number login: asks for their record (§4.3), checks and decrypts it, and evens out every spelling that the
 * specification allows (§2.1, §2.2). It imports nothing: `fetch` and WebCrypto are enough, so Node 20 and Workers run it. Never
 * use it in a browser: it needs the client secret.
 */

/** What the operator of the login service gives to an application, and where the application listens. */
export interface Settings {
  /** Such as `http://localhost:8787` beside `npm start`. */
  service: string;
  client_id: string;
  client_secret: string;
  /** Registered at the service, to the letter. */
  redirect_uri: string;
}

/** What §2.1 says of each attribute: whether it travels encrypted, and what it looks like in the clear. */
const attributes = {
  ci: { encrypted: true, format: /^[\x21-\x7e]{1,1024}$/ },
  phoneNo: { encrypted: true, format: /^01\d{9}$/ },
  name: { encrypted: true, format: /^[^\p{Cc}]{1,200}$/u },
  gender: { encrypted: false, format: /^[FM]$/ },
  agegroup: { encrypted: false, format: /^(0|[1-9]0|1[0-4]0)$/ },
  birthday: { encrypted: true, format: /^\d{4}$/ },
  birthdate: { encrypted: true, format: /^\d{6}$/ },
  foreign: { encrypted: false, format: /^[LF]$/ },
  telcoCd: { encrypted: false, format: /^[SKL]$/ },
};

type Attribute = keyof typeof attributes;

/** `plid`, the two flags, and the attributes that have a value: after an automatic sign-in there is none. */
export type User = { plid: string; autoLoginYn: 'Y' | 'N'; autoStatusCheck: 'Y' | 'N' } & {
  [name in Attribute]?: string;
};

export type FetchUser = typeof fetchUser;
export type ReadUser = typeof readUser;

/** @param access_token that the application got for its code. @throws as {@link readUser}. */
export async function fetchUser({ service, client_secret }: Settings, access_token: string): Promise<User> {
  const headers = { Authorization: `Bearer ${access_token}` };
  const answer = await fetch(`${service}/v1/user/me`, { headers });
  return readUser(await answer.json(), client_secret);
}

/**
 * An attribute that is not what §2.1 describes is left out, and named in a warning: one odd value doesn't lock a user out. After a wrong
 * client secret every encrypted attribute is left out.
 * @param answer the JSON of `GET /v1/user/me`. @throws where it is a refusal, or names no user.
 */
export async function readUser(answer: unknown, client_secret: string): Promise<User> {
  const { code, error, message, user: sent } = (answer ?? {}) as Record<string, unknown>;
  if (code !== '0000') throw new Error(`The service refused: ${error} ${message}`);
  const { plid, autoLoginYn, autoStatusCheck, ...others } = (sent ?? {}) as Record<string, unknown>;
  if (typeof plid !== 'string' || plid === '') throw new Error('The answer names no user');
  const user: User = { plid, autoLoginYn: flag(autoLoginYn), autoStatusCheck: flag(autoStatusCheck) };
  for (const name of Object.keys(attributes) as Attribute[]) {
    try {
      const value = await readAttribute(name, String(others[name] ?? ''), client_secret);
      if (value !== '') user[name] = value;
    } catch {
      console.warn(`${name} is not what the specification describes, and was left out.`);
    }
  }
  return user;
}

async function readAttribute(name: Attribute, sent: string, client_secret: string): Promise<string> {
  const { encrypted, format } = attributes[name];
  // The empty agegroup of an automatic sign-in may come encrypted.
  const hides = encrypted || (name === 'agegroup' && !format.test(sent));
  const clear = hides && sent !== '' ? await decrypt(sent, client_secret) : sent;
  const value = name === 'phoneNo' ? mobileNumber(clear) : name === 'name' ? clear.trim() : clear;
  if (value === '' || format.test(value)) return value;
  throw new Error(name);
}

/**
 * One encrypted attribute: Base64 of AES-128-CBC, where key and initialization vector are the first 16 characters of the client
 * secret (§2.2). @throws where it was not encrypted with this secret.
 */
export async function decrypt(value: string, client_secret: string): Promise<string> {
  const secret = new TextEncoder().encode(client_secret.slice(0, 16));
  const key = await crypto.subtle.importKey('raw', secret, 'AES-CBC', false, ['decrypt']);
  // atob takes Base64 with line breaks and without padding, as other encoders write it.
  const bytes = Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0));
  const clear = await crypto.subtle.decrypt({ name: 'AES-CBC', iv: secret }, key, bytes);
  return new TextDecoder('utf-8', { fatal: true }).decode(clear);
}

const flag = (value: unknown): 'Y' | 'N' => (value === 'Y' ? 'Y' : 'N');

/** A phone number as 11 digits, whether it came with hyphens or the country code. */
function mobileNumber(written: string): string {
  const bare = written.replace(/[\s().-]/g, '');
  return bare.replace(/^(\+|00)?82/, '').replace(/^1/, '01');
}
