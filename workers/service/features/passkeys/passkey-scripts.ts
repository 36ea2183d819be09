/** Conversions of the scripts. Values are in Base64url. */
const conversions = `
const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
const textOf = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
function send(form, fields) {
  for (const [name, bytes] of Object.entries(fields)) if (bytes) form.elements[name].value = textOf(bytes);
  form.submit();
}
`.trim();

/**
 * Script of the sign-in page. It shows the button if the browser supports passkeys, and lets the browser offer them in the
 * number's field.
 */
export const signInScript = `
${conversions}
const passkeys = document.getElementById('passkey');
const { challenge, party, failed } = passkeys.dataset;
let offering = new AbortController();
async function sign(options) {
  offering.abort();
  offering = new AbortController();
  const publicKey = { challenge: bytesOf(challenge), rpId: party, userVerification: 'required' };
  const { rawId, response } = await navigator.credentials.get({ publicKey, signal: offering.signal, ...options });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  send(passkeys, {
    passkey: rawId, client_data: clientDataJSON, authenticator_data: authenticatorData, signature, user: userHandle,
  });
}
async function offer() {
  if (await PublicKeyCredential.isConditionalMediationAvailable?.()) await sign({ mediation: 'conditional' });
}
if (window.PublicKeyCredential) {
  passkeys.parentElement.hidden = false;
  offer().catch(() => {});
  passkeys.addEventListener('submit', (event) => {
    event.preventDefault();
    sign({}).catch(() => {
      passkeys.querySelector('[role=status]').textContent = failed;
      passkeys.querySelector('[aria-busy]')?.removeAttribute('aria-busy');
      sent.delete(passkeys);
      offer().catch(() => {});
    });
  });
}
`.trim();

/**
 * Script of the page that offers to create a passkey. If this device can't have one, or the user doesn't decide before the
 * sign-in ends, it continues without one.
 */
export const createScript = `
${conversions}
const form = document.getElementById('create');
const { challenge, party, service, user, name, failed, seconds } = form.dataset;
const button = document.getElementById('create-button');
const goOn = () => form.submit();
async function create() {
  const { response } = await navigator.credentials.create({
    publicKey: {
      challenge: bytesOf(challenge),
      rp: { id: party, name: service },
      user: { id: bytesOf(user), name, displayName: name },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      authenticatorSelection: {
        authenticatorAttachment: 'platform', residentKey: 'required', requireResidentKey: true, userVerification: 'required',
      },
    },
  });
  send(form, { client_data: response.clientDataJSON, authenticator_data: response.getAuthenticatorData() });
}
async function start() {
  if (!(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return goOn();
  if (!AuthenticatorAttestationResponse.prototype.getAuthenticatorData) return goOn();
  button.parentElement.hidden = false;
  let asking = false;
  setTimeout(() => asking || goOn(), Math.min(seconds * 1000, 2 ** 31 - 1));
  form.addEventListener('submit', (event) => {
    if (event.submitter !== button) return;
    event.preventDefault();
    asking = true;
    button.setAttribute('aria-busy', 'true');
    create().catch(({ name }) => {
      asking = false;
      button.removeAttribute('aria-busy');
      if (name !== 'NotAllowedError' && name !== 'AbortError') return goOn();
      form.querySelector('[role=status]').textContent = failed;
    });
  });
}
start().catch(goOn);
`.trim();
