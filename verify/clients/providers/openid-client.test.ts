import * as client from 'openid-client';
import { expect } from 'vitest';
import type { Settings } from '../../../docs/clients/user.ts';
import { plid } from '../../../packages/plid/providers/openid-client.ts';
import { testTwoSteps } from '../two-steps.ts';
import { optionsOf } from './options.ts';

function configure(settings: Settings) {
  const { server, parameters, user } = plid(optionsOf(settings));
  const authentication = client.ClientSecretBasic(settings.client_secret);
  const config = new client.Configuration(server, settings.client_id, undefined, authentication);
  client.allowInsecureRequests(config);
  return { config, parameters, user };
}

async function beginLogin(settings: Settings) {
  const { config, parameters } = configure(settings);
  const kept = { state: client.randomState(), code_verifier: client.randomPKCECodeVerifier() };
  const url = client.buildAuthorizationUrl(config, {
    ...parameters,
    redirect_uri: settings.redirect_uri,
    state: kept.state,
    code_challenge: await client.calculatePKCECodeChallenge(kept.code_verifier),
    code_challenge_method: 'S256',
  });
  return { url, kept };
}

async function finishLogin(
  settings: Settings,
  callback: URL,
  kept: { state: string; code_verifier: string },
) {
  const { config, user } = configure(settings);
  const checks = { expectedState: kept.state, pkceCodeVerifier: kept.code_verifier };
  return { ...(await user(await client.authorizationCodeGrant(config, callback, checks))) };
}

testTwoSteps(
  { beginLogin, finishLogin },
  {
    denied: { error: 'access_denied', error_description: expect.stringContaining('denied') },
    wrongState: { cause: { message: expect.stringContaining('"state"') } },
    wrongSecret: { status: 401, message: expect.stringContaining('challenge') },
    secondLogin: 'asks again',
    sends: { credentials: 'header', pkce: true },
  },
);
