import * as oauth from 'oauth4webapi';
import * as openidClient from 'openid-client';
import { expect, test } from 'vitest';
import { fetchUser, type Settings } from '../../docs/clients/user.ts';
import { registerApplication } from '../../test/support/requests/operator-requests.ts';
import { attributes } from '../../workers/core/protocol/user-record.ts';
import { browserOf, recordOf, signIn, useClientWorld } from './client-world.ts';

const world = useClientWorld();
const redirect_uri = 'http://localhost:3000/callback';

/** Registers an application that requires pushed requests and PKCE, and gets the issuer in the response. */
async function registerStricter(): Promise<Settings> {
  const stricter = { iss: true, pkce: 'required', par: 'required' };
  const described = { redirect_uris: [redirect_uri], attributes: [...attributes], ...stricter };
  const { client_id, client_secret } = await registerApplication(world, described);
  return { service: world.address, client_id, client_secret, redirect_uri };
}

const atService = (url: URL) => {
  expect([...url.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri']);
  return signIn(world, browserOf(world, { application: async () => new Response() }), url);
};

const fromElsewhere = (callback: URL) => {
  const other = new URL(callback);
  other.searchParams.set('iss', 'https://evil.example');
  return other;
};

test('openid-client pushes its request unmodified, and checks the issuer of the response', async () => {
  const settings = await registerStricter();
  const { client_id, client_secret } = settings;
  const authentication = openidClient.ClientSecretBasic(client_secret);
  const configuration = await openidClient.discovery(
    new URL(world.address),
    client_id,
    undefined,
    authentication,
    {
      algorithm: 'oauth2',
      execute: [openidClient.allowInsecureRequests],
    },
  );
  const checks = {
    expectedState: openidClient.randomState(),
    pkceCodeVerifier: openidClient.randomPKCECodeVerifier(),
  };
  const url = await openidClient.buildAuthorizationUrlWithPAR(configuration, {
    redirect_uri,
    state: checks.expectedState,
    code_challenge: await openidClient.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  const { person, end } = await atService(url);
  const mixedUp = openidClient.authorizationCodeGrant(configuration, fromElsewhere(end.url), checks);
  await expect(mixedUp).rejects.toMatchObject({ cause: { message: expect.stringContaining('iss') } });
  const { access_token } = await openidClient.authorizationCodeGrant(configuration, end.url, checks);
  expect(await fetchUser(settings, access_token)).toEqual(recordOf(person));
});

test('oauth4webapi pushes its request unmodified, and checks the issuer of the response', async () => {
  const settings = await registerStricter();
  const { client_id, client_secret } = settings;
  const issuer = new URL(world.address);
  const local = { [oauth.allowInsecureRequests]: true };
  const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...local });
  const server = await oauth.processDiscoveryResponse(issuer, discovered);
  const client: oauth.Client = { client_id };
  const authentication = oauth.ClientSecretBasic(client_secret);
  const [state, code_verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()];
  const parameters = {
    response_type: 'code',
    client_id,
    redirect_uri,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(code_verifier),
    code_challenge_method: 'S256',
  };
  const pushed = await oauth.pushedAuthorizationRequest(server, client, authentication, parameters, local);
  const { request_uri } = await oauth.processPushedAuthorizationResponse(server, client, pushed);
  const url = new URL(server.authorization_endpoint ?? '');
  url.search = new URLSearchParams({ client_id, request_uri }).toString();
  const { person, end } = await atService(url);
  expect(() => oauth.validateAuthResponse(server, client, fromElsewhere(end.url), state)).toThrow('iss');
  const answered = oauth.validateAuthResponse(server, client, end.url, state);
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    answered,
    redirect_uri,
    code_verifier,
    local,
  );
  const { access_token } = await oauth.processAuthorizationCodeResponse(server, client, answer);
  expect(await fetchUser(settings, access_token)).toEqual(recordOf(person));
});
