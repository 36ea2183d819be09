import createLogtoConnector from '@logto/connector-oidc';
import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import { expect } from 'vitest';
import type { Settings } from '../../../docs/clients/user.ts';

const scope = 'openid profile phone email';

export interface Begun {
  url: URL | string;
  /** Ends the login at the address that the browser came back to. @returns the claims that the library reads. */
  finish(callback: URL): Promise<object>;
  /** The URL that signs the user out, after `finish`, if the library builds it. */
  signOut?(post_logout_redirect_uri: string): URL | string;
}

/** A library gets its issuer, ID, and secret. It reads everything else from the discovery document, or uses its defaults. */
export const libraries: Record<string, (settings: Settings) => Promise<Begun>> = {
  async 'openid-client, as OpenID Connect'({ service, client_id, client_secret, redirect_uri }) {
    // A deployed service uses only https.
    const execute = [client.allowInsecureRequests];
    const configuration = await client.discovery(new URL(service), client_id, client_secret, undefined, {
      execute,
    });
    const [nonce, code_verifier] = [client.randomNonce(), client.randomPKCECodeVerifier()];
    const code_challenge = await client.calculatePKCECodeChallenge(code_verifier);
    const asked = { redirect_uri, scope, nonce, code_challenge, code_challenge_method: 'S256' };
    let id_token_hint = '';
    return {
      url: client.buildAuthorizationUrl(configuration, asked),
      async finish(callback) {
        const checks = { expectedNonce: nonce, pkceCodeVerifier: code_verifier, idTokenExpected: true };
        const tokens = await client.authorizationCodeGrant(configuration, callback, checks);
        const { sub = '' } = tokens.claims() ?? {};
        id_token_hint = tokens.id_token ?? '';
        return client.fetchUserInfo(configuration, tokens.access_token, sub);
      },
      signOut: (post_logout_redirect_uri) =>
        client.buildEndSessionUrl(configuration, { id_token_hint, post_logout_redirect_uri }),
    };
  },

  async 'oauth4webapi, as OpenID Connect'({ service, client_id, client_secret, redirect_uri }) {
    const local = { [oauth.allowInsecureRequests]: true };
    const issuer = new URL(service);
    const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, local));
    const [nonce, code_verifier] = [oauth.generateRandomNonce(), oauth.generateRandomCodeVerifier()];
    const code_challenge = await oauth.calculatePKCECodeChallenge(code_verifier);
    const url = new URL(server.authorization_endpoint ?? '');
    const asked = { response_type: 'code', client_id, redirect_uri, scope, nonce, code_challenge };
    url.search = `${new URLSearchParams({ ...asked, code_challenge_method: 'S256' })}`;
    return {
      url,
      async finish(callback) {
        const party = { client_id };
        const code = oauth.validateAuthResponse(server, party, callback, oauth.expectNoState);
        const secret = oauth.ClientSecretBasic(client_secret);
        const answer = await oauth.authorizationCodeGrantRequest(
          ...([server, party, secret, code, redirect_uri, code_verifier, local] as const),
        );
        const expected = { expectedNonce: nonce, requireIdToken: true };
        const tokens = await oauth.processAuthorizationCodeResponse(server, party, answer, expected);
        await oauth.validateApplicationLevelSignature(server, answer, local);
        const { sub = '' } = oauth.getValidatedIdTokenClaims(tokens) ?? {};
        const read = await oauth.userInfoRequest(server, party, tokens.access_token, local);
        return oauth.processUserInfoResponse(server, party, sub, read);
      },
    };
  },

  async 'Logto’s connector of OpenID Connect'({ service, client_id, client_secret, redirect_uri }) {
    const config = {
      authorizationEndpoint: `${service}/oauth2/authorize`,
      tokenEndpoint: `${service}/oauth2/openid/token`,
      clientId: client_id,
      clientSecret: client_secret,
      scope,
      idTokenVerificationConfig: { jwksUri: `${service}/oauth2/openid/jwks.json`, issuer: service },
    };
    const connector = await createLogtoConnector({ getConfig: async () => config });
    let session = {};
    const asked = {
      state: 's',
      redirectUri: redirect_uri,
      connectorId: 'c',
      connectorFactoryId: 'oidc',
      jti: 'j',
    };
    const keep = async (kept: object) => {
      session = kept;
    };
    const url = await connector.getAuthorizationUri({ ...asked, headers: {} }, keep);
    return {
      url,
      async finish({ searchParams }) {
        const read = await connector.getUserInfo(Object.fromEntries(searchParams), async () => session);
        const { rawData, ...profile } = read;
        // Its own names; e-mail and number that are not verified in its words are not taken over.
        expect(profile).toMatchObject({ id: (rawData as { sub: string }).sub, name: expect.any(String) });
        expect(profile).not.toHaveProperty('email', expect.anything());
        const { iss, aud, exp, iat, auth_time, nonce, acr, amr, at_hash, ...claims } = rawData as Record<
          string,
          unknown
        >;
        return claims;
      },
    };
  },
};
