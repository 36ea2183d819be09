import { expectThat, shown } from '../../test-suite/mismatch.ts';
import { basicAuthorizationHeader, type Credentials } from '../application.ts';
import type { Case } from '../case.ts';
import { expectRefusal } from '../expectations.ts';
import type { Target } from '../target.ts';
import { withWrongSecret } from './token.ts';

/** Cases that go beyond §4.1. They apply to a service whose metadata offers pushed requests (RFC 9126). */
const section = '4.1';
const needs = 'pushed requests';

async function push(target: Target, by: Credentials, more: Record<string, string> = {}) {
  const form = { ...target.authorizeQuery(), ...more };
  return target.send({
    method: 'POST',
    path: await target.pushPath(),
    form,
    headers: basicAuthorizationHeader(by),
  });
}

async function startSignIn(target: Target, client_id: string) {
  const { json } = await push(target, target.application);
  const query = { client_id, request_uri: String(json?.request_uri) };
  return target.send({ path: '/oauth2/authorize', query });
}

export const pushedRequestCases: Case[] = [
  {
    section,
    statement: 'a pushed request returns 201 with request_uri and expires_in (RFC 9126 §2.2)',
    needs,
    async run(target) {
      const answer = await push(target, target.application);
      expectThat(answer.status === 201, 'status 201', answer);
      const { request_uri, expires_in } = answer.json ?? {};
      expectThat(URL.canParse(String(request_uri)), 'request_uri as a URI', shown(request_uri));
      expectThat(typeof expires_in === 'number' && expires_in > 0, 'expires_in, seconds', shown(expires_in));
    },
  },
  {
    section,
    statement:
      'the request_uri of a pushed request starts a sign-in with client_id as the only other parameter (RFC 9126 §4)',
    needs,
    async run(target) {
      const answer = await startSignIn(target, target.application.clientId);
      expectThat(answer.status < 400, 'a page, or a redirect to a page', answer);
    },
  },
  {
    section,
    statement: "another application can't use the request_uri",
    needs: [needs, 'a second application'],
    async run(target) {
      expectRefusal(await startSignIn(target, target.other?.clientId ?? ''), { status: 400 });
    },
  },
  {
    section,
    statement: 'a pushed request with a wrong secret returns invalid_client',
    needs,
    async run(target) {
      expectRefusal(await push(target, withWrongSecret(target)), { error: 'invalid_client' });
    },
  },
  {
    section,
    statement: 'a pushed request that is invalid or contains request_uri is rejected (RFC 9126 §2.1)',
    needs,
    async run(target) {
      const elsewhere = { redirect_uri: 'https://unregistered.example/callback' };
      expectRefusal(await push(target, target.application, elsewhere), { error: 'invalid_grant' });
      expectRefusal(await push(target, target.application, { request_uri: 'urn:example:another' }));
    },
  },
];
