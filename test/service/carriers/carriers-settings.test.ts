import { describe, expect, test } from 'vitest';
import { readSettings } from '../../../workers/core/worker/settings.ts';
import { callCarrier } from '../../../workers/service/carriers/call-carrier.ts';
import { carrierConnection, schema } from '../../../workers/service/carriers/carriers-settings.ts';
import { serviceSecrets } from '../../support/world/test-settings.ts';

const token = 't'.repeat(32);
const certificate = { fetch: async () => Response.json({}) };
const { ADMIN_TOKEN } = serviceSecrets;
const read = (settings: object) => readSettings(schema, { ADMIN_TOKEN: `kim:${ADMIN_TOKEN}`, ...settings });

const fault = (pattern: RegExp) => expect.objectContaining({ cause: expect.stringMatching(pattern) });

describe("a carrier's address", () => {
  test.each([
    'https://carrier.example',
    'https://carrier.example/plid',
    'https://carrier.example:8443/plid/v2',
    'http://127.0.0.1:4000',
    'http://localhost:4000/v2',
  ])('may be %s', (CARRIER_K) => {
    const line = { address: CARRIER_K, token, certificate: undefined };
    expect(carrierConnection(read({ CARRIER_K, CARRIER_K_TOKEN: token }), 'K')).toEqual(line);
  });

  test.each([
    'carrier.example',
    'http://carrier.example',
    'https://carrier.example/',
    'https://carrier.example/v2/',
    'https://carrier.example/v2?key=7777777',
    'https://carrier.example/v2#7777777',
    'https://kim:7777777@carrier.example',
    'https://Carrier.example/7777777',
    'ftp://carrier.example/7777777',
  ])('rejects %s, and the message has the requirement without the value', (CARRIER_K) => {
    const reading = () => read({ CARRIER_K, CARRIER_K_TOKEN: token });
    expect(reading).toThrow(
      expect.objectContaining({
        cause: expect.stringMatching(
          /^CARRIER_K needs an address such as https:\/\/plid\.carrier\.example: /,
        ),
      }),
    );
    expect(reading).not.toThrow(expect.objectContaining({ cause: expect.stringContaining('7777777') }));
  });
});

describe("a carrier's credentials", () => {
  const address = 'https://carrier.example';

  test.each([
    [
      'neither',
      { CARRIER_S: address },
      'CARRIER_S needs the secret CARRIER_S_TOKEN, which the carrier issues, or CARRIER_S_CERTIFICATE',
    ],
    [
      'both',
      { CARRIER_L: address, CARRIER_L_TOKEN: token, CARRIER_L_CERTIFICATE: certificate },
      'CARRIER_L needs either CARRIER_L_TOKEN or CARRIER_L_CERTIFICATE; both are set',
    ],
    [
      'a short one',
      { CARRIER_S: address, CARRIER_S_TOKEN: 'short' },
      'CARRIER_S_TOKEN needs at least 32 characters; generate the secret with: openssl rand -hex 32',
    ],
    ['another word for off', { CARRIER_S_OFF: 'yes' }, 'CARRIER_S_OFF needs Y or N'],
  ])('with %s: the message names what to fix', (_, settings, cause) => {
    expect(() => read(settings)).toThrow(expect.objectContaining({ cause }));
  });

  test('may have a token before the address, and are required while a carrier is off', () => {
    expect(carrierConnection(read({ CARRIER_S_TOKEN: token }), 'S')).toBe('CARRIER_S is not set');
    const settings = { CARRIER_S: address, CARRIER_S_TOKEN: token, CARRIER_S_OFF: 'Y' };
    expect(carrierConnection(read(settings), 'S')).toBe('switched off: CARRIER_S_OFF');
  });

  test('are not needed for barocert:, which needs its binding', () => {
    const adapter = { check: async () => undefined };
    expect(carrierConnection(read({ CARRIER_S: 'barocert:', BAROCERT: adapter }), 'S')).toEqual({ adapter });
    expect(carrierConnection(read({ CARRIER_S: 'barocert:' }), 'S')).toMatch(/^BAROCERT is not bound/);
    const faultOf = (CARRIER_S: string) => () => read({ CARRIER_S, CARRIER_S_TOKEN: token });
    expect(faultOf('barocert:')).toThrow(fault(/needs neither CARRIER_S_TOKEN/));
    expect(faultOf('other:')).toThrow(fault(/or barocert:/));
  });

  test('may be a client certificate instead of a token', async () => {
    const sent: [string, RequestInit][] = [];
    const fetch = async (address: string, init: RequestInit) => {
      sent.push([address, init]);
      return Response.json({ status: 'unconfirmed' });
    };
    const line = carrierConnection(read({ CARRIER_S: address, CARRIER_S_CERTIFICATE: { fetch } }), 'S');
    if (typeof line === 'string') throw new Error(line);
    expect(await callCarrier(line, 'confirm', {})).toEqual({ status: 'unconfirmed' });
    expect(sent).toMatchObject([[`${address}/confirm`, { method: 'POST', redirect: 'manual' }]]);
    expect(new Headers(sent[0]?.[1].headers).has('Authorization')).toBe(false);
  });
});
