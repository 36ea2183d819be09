import { describe, expect, test } from 'vitest';
import { fromBase64url, utf8 } from '../../../workers/core/crypto/bytes.ts';
import { hmac, importHmacKey } from '../../../workers/core/crypto/hmac.ts';
import { decryptCompact, decryptJwe, encryptCompact } from '../../../workers/core/crypto/jwe.ts';
import { importPublicKey, isSignedBy, readJwt } from '../../../workers/core/crypto/jwt.ts';

/** The standards' own examples, byte for byte, without a library in between. */

const bytesOf = (text: string) => fromBase64url(text) as Uint8Array<ArrayBuffer>;
const importAes = (bytes: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);

describe('a JWE test vector', () => {
  test.each([
    {
      of: 'RFC 7516 A.1, whose content is encrypted with A256GCM',
      header: 'eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ',
      encryptedKey:
        'OKOawDo13gRp2ojaHV7LFpZcgV7T6DVZKTyKOMTYUmKoTCVJRgckCL9kiMT03JGeipsEdY3mx_etLbbWSrFr05kLzcSr4qKAq7YN7e9jwQRb23nfa6c9d-StnImGyFDbSv04uVuxIp5Zms1gNxKKK2Da14B8S4rzVRltdYwam_lDp5XnZAYpQdb76FdIKLaVmqgfwX7XWRxv2322i-vDxRfqNzo_tETKzpVLzfiwQyeyPGLBIO56YJ7eObdv0je81860ppamavo35UgoRdbYaBcoh9QcfylQr66oc6vFWXRcZ_ZT2LawVCWTIy3brGPi6UklfCpIMfIjf7iGdXKHzg',
      key: 'saH0gFSP4XM_tAP_a5rU9ooHbltwLiJpL4LLLnrqQPw',
      iv: '48V1_ALb6US04U3b',
      end: '5eym8TW_c8SuK0ltJ3rpYIzOeDQz7TALvtu6UG9oMo4vpzs9tX_EFShS8iB7j6jiSdiwkIr3ajwQzaBtQD_A.XFBoMYUZodetZdvTiFvSkQ',
      plaintext: 'The true sign of intelligence is not knowledge but imagination.',
    },
    {
      of: 'RFC 7520 §5.6, under a key of its own (`dir`)',
      header:
        'eyJhbGciOiJkaXIiLCJraWQiOiI3N2M3ZTJiOC02ZTEzLTQ1Y2YtODY3Mi02MTdiNWI0NTI0M2EiLCJlbmMiOiJBMTI4R0NNIn0',
      encryptedKey: '',
      key: 'XctOhJAkA-pD9Lh7ZgW_2A',
      iv: 'refa467QzzKx6QAB',
      end: 'JW_i_f52hww_ELQPGaYyeAB6HYGcR559l9TYnSovc23XJoBcW29rHP8yZOZG7YhLpT1bjFuvZPjQS-m0IFtVcXkZXdH_lr_FrdYt9HRUYkshtrMmIUAyGmUnd9zMDB2n0cRDIHAzFVeJUDxkUwVAE7_YGRPdcqMyiBoCO-FBdE-Nceb4h3-FtBP-c_BIwCPTjb9o0SbdcdREEMJMyZBH8ySWMVi1gPD9yxi-aQpGbSv_F9N4IZAxscj5g-NJsUPbjk29-s7LJAGb15wEBtXphVCgyy53CoIKLHHeJHXex45Uz9aKZSRSInZI-wjsY0yu3cT4_aQ3i1o-tiE-F8Ios61EKgyIQ4CWao8PFMj8TTnp.vbb32Xvllea2OtmHAdccRQ',
      plaintext:
        // words-allow(alone): quotes RFC 7520
        'You can trust us to stick with you through thick and thin–to the bitter end. And you can trust us to keep any secret of yours–closer than you keep it yourself. But you cannot trust us to let you face trouble alone, and go off without a word. We are your friends, Frodo.',
    },
  ])('of $of matches', async ({ header, encryptedKey, key, iv, end, plaintext }) => {
    const beginning = { text: `${header}.${encryptedKey}.`, additionalData: utf8(header) };
    const aes = await importAes(bytesOf(key));
    const whole = `${beginning.text}${iv}.${end}`;
    expect(await encryptCompact(beginning, aes, bytesOf(iv), plaintext)).toBe(whole);
    expect(await decryptCompact(beginning, aes, whole)).toBe(plaintext);
    expect(await decryptJwe(aes, undefined, whole)).toBeUndefined();
  });
});

const claims = { iss: 'joe', exp: 1300819380, 'http://example.com/is_root': true };
const encodedClaims =
  'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ';

describe('a JWS test vector', () => {
  test('of RFC 7515 A.1 matches, signed with HS256', async () => {
    const token = `eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.${encodedClaims}.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk`;
    const key = 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow';
    const { header, claims: read, content, signature } = readJwt(token);
    expect([header, read]).toEqual([{ typ: 'JWT', alg: 'HS256' }, claims]);
    expect(await hmac(await importHmacKey(bytesOf(key)), content)).toEqual(signature);
  });

  test('of RFC 7515 A.3 matches, signed with ES256', async () => {
    const token = `eyJhbGciOiJFUzI1NiJ9.${encodedClaims}.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q`;
    const key = await importPublicKey({
      x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
      y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
    });
    const read = readJwt(token);
    expect(read).toMatchObject({ header: { alg: 'ES256' }, claims });
    expect(await isSignedBy(key, read)).toBe(true);
    expect(await isSignedBy(key, { ...read, content: `${read.content}A` })).toBe(false);
  });
});
