import { type Attribute, attributePatternOf } from '../../../../workers/core/protocol/user-record.ts';
import { expectNames } from '../../test-suite/expect-fields.ts';
import { expectThat, shown } from '../../test-suite/mismatch.ts';
import type { Case } from '../case.ts';
import { expectEnvelope, expectRefusal } from '../expectations.ts';
import { decryptField } from '../field-cipher.ts';
import type { Target } from '../target.ts';
import {
  automaticLoginFlagNames,
  encryptedFields,
  identityFields,
  plainFields,
  recordOf,
} from '../user-record.ts';

/** Returns the user record of the login that all cases share. */
const record = async (target: Target) => recordOf((await target.login()).user);

/**
 * Whether a decrypted field matches the table of §2.1. The field may be empty (mode 3), and §2.1 defines no format
 * for `phoneNo`.
 */
const isOfTable = (name: Attribute, clear: string) =>
  clear === '' || name === 'phoneNo' || attributePatternOf(name).test(clear);

const recordCases: Case[] = [
  {
    section: '2.1',
    statement: 'the record contains plid, and no fields other than those in the table',
    needs: 'a person',
    async run(target) {
      const user = await record(target);
      target.note(expectNames(user, ['plid'], [...identityFields, ...automaticLoginFlagNames]));
      expectThat(typeof user.plid === 'string' && user.plid !== '', 'plid as a string', shown(user.plid));
    },
  },
  {
    section: '2.1',
    statement: 'every field is a string',
    needs: 'a person',
    async run(target) {
      const others = Object.entries(await record(target)).filter(([, value]) => typeof value !== 'string');
      expectThat(
        others.length === 0,
        'strings',
        others.map(([name, value]) => `${name}: ${typeof value}`).join(),
      );
    },
  },
  {
    section: '2.1',
    statement: `${plainFields.slice(0, -1).join(', ')} and ${plainFields.at(-1)} have values that the table allows`,
    needs: 'a person',
    async run(target) {
      const user = await record(target);
      for (const name of plainFields)
        expectThat(
          isOfTable(name, user[name] ?? ''),
          `${name} in the format ${attributePatternOf(name)}`,
          shown(user[name]),
        );
    },
  },
  {
    section: '2.1',
    statement: 'a sign-in without automatic login returns the flags N and N',
    needs: 'a person',
    async run(target) {
      const { autoLoginYn = 'N', autoStatusCheck = 'N' } = await record(target);
      const came = `${autoLoginYn}, ${autoStatusCheck}`;
      expectThat(came === 'N, N', 'autoLoginYn N, autoStatusCheck N', came);
    },
  },
  {
    section: '2.1',
    statement: "plid is the same at the user's next sign-in",
    needs: 'a person',
    async run(target) {
      const { plid } = await record(target);
      const { user } = await target.read(await target.code());
      expectThat(recordOf(user).plid === plid, 'the same plid', 'another one');
    },
  },
  {
    section: '2.2',
    statement: 'encrypted fields decrypt with AES-CBC; key and IV are the first 16 characters of the secret',
    needs: 'a person',
    async run(target) {
      const user = await record(target);
      const { clientSecret } = target.application;
      for (const name of encryptedFields.filter((field) => user[field])) {
        const clear = await decryptField(name, user[name], clientSecret);
        expectThat(
          isOfTable(name, clear),
          `${name} in the format ${attributePatternOf(name)}`,
          `${clear.length} other characters`,
        );
      }
    },
  },
];

const requestCases: Case[] = [
  {
    section: '2.4',
    statement: 'the response contains code 0000, error, message, and user',
    needs: 'a person',
    async run(target) {
      const { user } = await target.login();
      target.note(expectEnvelope(user, ['user']));
      expectThat(typeof user.json?.user === 'object' && user.json.user !== null, 'user as an object', user);
    },
  },
  ...[
    {
      statement: 'an invalid token returns authentication_failed',
      header: 'Bearer made-up-token-0000000000',
    },
    { statement: 'a missing token returns authentication_failed', header: undefined },
  ].map(
    ({ statement, header }): Case => ({
      section: '4.3',
      statement,
      async run(target) {
        expectRefusal(await target.user(header), { error: 'authentication_failed' });
      },
    }),
  ),
  {
    section: '4.3',
    statement: 'a token is accepted only in the header, because the request takes no parameters',
    needs: 'a person',
    async run(target) {
      const { access_token } = (await target.login()).token.json ?? {};
      const query = { access_token: String(access_token) };
      expectRefusal(await target.send({ path: '/v1/user/me', query }), { error: 'authentication_failed' });
    },
  },
  {
    section: '4.3',
    statement: 'POST returns method_not_allowed (§7)',
    async run(target) {
      const answer = await target.send({ method: 'POST', path: '/v1/user/me', form: {} });
      expectRefusal(answer, { error: 'method_not_allowed' });
    },
  },
];

export const userCases: Case[] = [...recordCases, ...requestCases];
