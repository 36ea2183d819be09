import { expectThat } from '../../test-suite/mismatch.ts';
import type { Case } from '../case.ts';
import { decryptField } from '../field-cipher.ts';
import { codeIn, type Target } from '../target.ts';
import { encryptedFields, identityFields, plainFields, recordOf } from '../user-record.ts';

const needs = 'automatic login';

/** Signs in a user who chooses automatic login. */
async function chosen(target: Target) {
  const { callback, cookies = '' } = await target.signIn({ autoLogin: true });
  const { user } = await target.read(codeIn(callback));
  return { user: recordOf(user), cookies };
}

/** Signs a user in again on the same device, and expects that the user isn't prompted. */
async function again(target: Target, Cookie: string) {
  const query = target.authorizeQuery();
  const answer = await target.send({
    path: '/oauth2/authorize',
    query,
    headers: { Cookie, Accept: 'text/html' },
  });
  const location = answer.headers.get('Location') ?? '';
  expectThat(answer.status === 302, 'status 302, without a page', answer);
  const { redirectUri } = target.application;
  expectThat(location.startsWith(redirectUri), `Location ${redirectUri}…`, answer);
  return { callback: new URL(location), state: query.state };
}

/** Returns the record of an automatic login that isn't the first, along with the first record. */
async function automatic(target: Target) {
  const first = await chosen(target);
  const { callback } = await again(target, first.cookies);
  const { user } = await target.read(codeIn(callback));
  return { first: first.user, user: recordOf(user) };
}

const flagsOf = ({ autoLoginYn, autoStatusCheck }: Record<string, string | undefined>) =>
  `autoLoginYn ${autoLoginYn}, autoStatusCheck ${autoStatusCheck}`;

export const automaticLoginCases: Case[] = [
  {
    section: '2.1',
    statement:
      'mode 1: the first automatic login returns the flags autoLoginYn Y and autoStatusCheck Y, and the identity',
    needs,
    async run(target) {
      const { user } = await chosen(target);
      expectThat(
        flagsOf(user) === 'autoLoginYn Y, autoStatusCheck Y',
        'autoLoginYn Y and autoStatusCheck Y',
        flagsOf(user),
      );
      const known = recordOf((await target.login()).user);
      const missing = identityFields.filter((name) => known[name] && !user[name]);
      expectThat(
        missing.length === 0,
        'the same fields as a sign-in without automatic login',
        `a response without ${missing.join(', ')}`,
      );
    },
  },
  {
    section: '2.1',
    statement:
      'mode 2: an automatic login returns the flags autoLoginYn Y and autoStatusCheck N, and the same plid',
    needs,
    async run(target) {
      const { first, user } = await automatic(target);
      expectThat(
        flagsOf(user) === 'autoLoginYn Y, autoStatusCheck N',
        'autoLoginYn Y and autoStatusCheck N',
        flagsOf(user),
      );
      expectThat(user.plid === first.plid, 'the same plid', 'another one');
    },
  },
  {
    section: '2.1',
    statement: 'mode 2: every identity field is empty or an encrypted empty string',
    needs,
    async run(target) {
      const { user } = await automatic(target);
      const { clientSecret } = target.application;
      const mayBeEncrypted = [...encryptedFields, 'agegroup'];
      for (const name of mayBeEncrypted.filter((field) => user[field])) {
        const clear = await decryptField(name, user[name], clientSecret);
        expectThat(clear === '', `${name} empty`, `${clear.length} characters`);
      }
      const filled = plainFields.filter((name) => !mayBeEncrypted.includes(name) && user[name]);
      expectThat(filled.length === 0, 'empty unencrypted fields', `${filled.join(', ')} with a value`);
    },
  },
  {
    section: '4.1',
    statement: 'an automatic login returns a 302 redirect to redirect_uri with code and state',
    needs,
    async run(target) {
      const { callback, state } = await again(target, (await chosen(target)).cookies);
      codeIn(callback);
      const came = callback.searchParams.get('state');
      expectThat(came === state, `state ${state}`, `state ${came}`);
    },
  },
];
