/** A program with the package installed, which runs on every Node, in workerd and in Chromium: it uses no runtime's own features. */
import { createClient, PlidRefusal } from 'plid/client';
import { decryptField, encryptField } from 'plid/fields';
import { identityVerifier } from 'plid/identity';
import { plidSignIn } from 'plid/web';

/** @typedef {import('plid/client').ClientOptions} Options */
/** @typedef {{ options: Options, callback: string, kept: import('plid/client').KeptSignIn }} Returned */

/**
 * The start of a sign-in, and the parts that need no service. @param {{ options: Options, jwt: string, identity:
 * import('plid/identity').IdentityOptions }} asked
 */
export async function begin({ options, jwt, identity }) {
  const secret = '0123456789abcdef';
  const fields = [await decryptField('zOcXILdrCgBnUvVx5ARotw==', secret), await encryptField('', secret)];
  const verified = await identityVerifier({ ...identity, now: () => 1_800_000_000 })(jwt);
  return { fields, verified, signIn: await createClient(options).startSignIn() };
}

/** The end of a sign-in. @param {Returned} asked */
export async function finish({ options, callback, kept }) {
  const client = createClient(options);
  const user = await client.finishSignIn(callback, kept);
  await client.disconnect(user.plid);
  const again = await client.disconnect(user.plid).catch((failure) => failure);
  return { user, again: again instanceof PlidRefusal && again.error };
}

/** A route of `plid/web`. @param {{ options: import('plid/web').PlidSignInOptions<object>, url: string, cookie?: string }} asked */
export async function route({ options, url, cookie = '' }) {
  const outcomes = {
    /** @param {import('plid/web').SignedIn} outcome */
    signed_in: ({ user, returnTo }) => Response.json({ user, returnTo }),
    automatic: () => undefined,
  };
  const request = new Request(url, { headers: { Cookie: cookie } });
  const answer = (await plidSignIn({ ...options, outcomes }).handle(request)) ?? Response.error();
  const { status, headers } = answer;
  return {
    status,
    cookies: headers.getSetCookie(),
    location: headers.get('Location'),
    text: await answer.text(),
  };
}

/** The part that a page may do, without a secret. @param {Returned} asked */
export const readCallback = ({ options, callback, kept }) =>
  createClient(options).readCallback(callback, kept);
