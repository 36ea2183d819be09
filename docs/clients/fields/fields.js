/**
 * Reads the user record of a phone-number login: checks it, decrypts its fields, and evens out every spelling that the
 * specification allows (§2.1, §2.2). WebCrypto alone: Node 20 or later, Workers. Never in a browser: it needs the
 * client secret.
 */

/** What §2.1 says of each field: whether it travels encrypted, and what it looks like in the clear. */
const fields = {
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

/**
 * A field that is not what §2.1 describes is left out, and named in a warning: one odd value doesn't lock a user out. After a wrong client
 * secret every encrypted field is left out.
 * @param {any} answer the JSON of `GET /v1/user/me`
 * @param {string} clientSecret
 * @returns {Promise<Record<string, string>>} `plid`, the flags `autoLoginYn` and `autoStatusCheck`, and the fields that have a
 *   value: after an automatic sign-in there is none
 * @throws where the answer is a refusal, or names no user
 */
export async function readUser(answer, clientSecret) {
  if (answer?.code !== '0000') throw new Error(`The service refused: ${answer?.error} ${answer?.message}`);
  const { plid, autoLoginYn, autoStatusCheck, ...sent } = answer.user ?? {};
  if (typeof plid !== 'string' || plid === '') throw new Error('The answer names no user');
  /** @type {Record<string, string>} */
  const user = { plid, autoLoginYn: flag(autoLoginYn), autoStatusCheck: flag(autoStatusCheck) };
  for (const [name, field] of Object.entries(fields)) {
    try {
      const value = await readField(name, field, String(sent[name] ?? ''), clientSecret);
      if (value !== '') user[name] = value;
    } catch {
      console.warn(`${name} is not what the specification describes, and was left out.`);
    }
  }
  return user;
}

/**
 * @param {string} name @param {{ encrypted: boolean, format: RegExp }} field @param {string} sent @param {string} clientSecret
 * @returns {Promise<string>} the field in the clear. @throws where it is not what §2.1 describes
 */
async function readField(name, { encrypted, format }, sent, clientSecret) {
  // The empty agegroup of an automatic sign-in may come encrypted.
  const hides = encrypted || (name === 'agegroup' && !format.test(sent));
  const clear = hides && sent !== '' ? await decrypt(sent, clientSecret) : sent;
  const value = name === 'phoneNo' ? mobileNumber(clear) : name === 'name' ? clear.trim() : clear;
  if (value === '' || format.test(value)) return value;
  throw new Error(name);
}

/**
 * One encrypted field: Base64 of AES-128-CBC, where key and initialization vector are the first 16 characters of the client
 * secret (§2.2).
 * @param {string} value @param {string} clientSecret @returns {Promise<string>}
 * @throws where it was not encrypted with this secret
 */
export async function decrypt(value, clientSecret) {
  const secret = new TextEncoder().encode(clientSecret.slice(0, 16));
  const key = await crypto.subtle.importKey('raw', secret, 'AES-CBC', false, ['decrypt']);
  // atob takes Base64 with line breaks and without padding, as other encoders write it.
  const bytes = Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0));
  const clear = await crypto.subtle.decrypt({ name: 'AES-CBC', iv: secret }, key, bytes);
  return new TextDecoder('utf-8', { fatal: true }).decode(clear);
}

/** @param {unknown} value */
const flag = (value) => (value === 'Y' ? 'Y' : 'N');

/**
 * A phone number as 11 digits, whether it came with hyphens or the country code.
 * @param {string} written
 */
function mobileNumber(written) {
  const bare = written.replace(/[\s().-]/g, '');
  return bare.replace(/^(\+|00)?82/, '').replace(/^1/, '01');
}
