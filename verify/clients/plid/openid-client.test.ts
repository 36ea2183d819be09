import * as client from 'openid-client';
import { expect } from 'vitest';
import { plid } from '../../../docs/clients/plid/openid-client.ts';
import type { Settings } from '../../../docs/clients/user.ts';
import { testTwoSteps } from '../two-steps.ts';
import { optionsOf } from './options.ts';

function configure(settings: Settings) {
  const { configuration, ...snippet } = plid(optionsOf(settings));
  client.allowInsecureRequests(configuration);
  return { configuration, ...snippet };
}

async function beginLogin(settings: Settings) {
  const { configuration, parameters } = configure(settings);
  const kept = { state: client.randomState(), code_verifier: client.randomPKCECodeVerifier() };
  const url = client.buildAuthorizationUrl(configuration, {
    ...parameters,
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
  const { configuration, user } = configure(settings);
  const checks = { expectedState: kept.state, pkceCodeVerifier: kept.code_verifier };
  return { ...(await user(await client.authorizationCodeGrant(configuration, callback, checks))) };
}

testTwoSteps(
  { beginLogin, finishLogin },
  {
    denied: { error: 'access_denied', error_description: expect.stringContaining('denied') },
    wrongState: { cause: { message: expect.stringContaining('"state"') } },
    wrongSecret: { status: 401, message: expect.stringContaining('challenge') },
    secondLogin: 'asks the phone again',
    sends: { credentials: 'header', pkce: true },
  },
);
