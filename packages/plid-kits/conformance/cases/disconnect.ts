import { expectThat } from '../../test-suite/mismatch.ts';
import { basicAuthorizationHeader } from '../application.ts';
import type { Case } from '../case.ts';
import { expectEnvelope, expectRefusal } from '../expectations.ts';
import type { Target } from '../target.ts';
import { recordOf } from '../user-record.ts';
import { withWrongSecret } from './token.ts';

const section = '4.4';
const plidOf = async (target: Target) => String(recordOf((await target.login()).user).plid);

/** Cases that run last, because they end the user's connections. */
export const disconnectCases: Case[] = [
  {
    section,
    statement: 'a missing plid returns invalid_request and names the parameter',
    async run(target) {
      expectRefusal(await target.disconnect({}), { error: 'invalid_request', names: 'plid' });
    },
  },
  {
    section,
    statement: 'an unknown plid is rejected',
    async run(target) {
      expectRefusal(await target.disconnect({ plid: crypto.randomUUID() }));
    },
  },
  {
    section,
    statement: 'GET returns method_not_allowed (§7)',
    async run(target) {
      const headers = basicAuthorizationHeader(target.application);
      expectRefusal(await target.send({ path: '/v1/user/disconnect', headers }), {
        error: 'method_not_allowed',
      });
    },
  },
  {
    section: '5',
    statement: 'a request with a wrong secret disconnects no user',
    needs: 'a person',
    async run(target) {
      const answer = await target.disconnect({ plid: await plidOf(target) }, withWrongSecret(target));
      expectRefusal(answer, { error: ['invalid_client', 'authentication_failed'] });
    },
  },
  {
    section: '5',
    statement: 'a request without credentials disconnects no user',
    needs: 'a person',
    async run(target) {
      const form = { plid: await plidOf(target) };
      const answer = await target.send({ method: 'POST', path: '/v1/user/disconnect', form });
      expectRefusal(answer, { error: ['invalid_client', 'authentication_failed'] });
    },
  },
  {
    section: '5',
    statement: "an application can't disconnect another application's user",
    needs: ['a second application', 'a person'],
    async run(target) {
      expectRefusal(await target.disconnect({ plid: await plidOf(target) }, target.other));
    },
  },
  {
    section,
    statement: 'a successful response contains only code 0000, error, and message',
    needs: 'a person',
    async run(target) {
      const further = expectEnvelope(await target.disconnect({ plid: await plidOf(target) }));
      expectThat(further.length === 0, 'no other field (§4.4)', `also ${further.join(', ')}`);
    },
  },
];
