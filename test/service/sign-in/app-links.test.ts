import { describe, expect, test } from 'vitest';
import { nextQrCodes } from '../../../workers/service/features/app-start/qr-code-batch.ts';
import { qrCodeSvg } from '../../../workers/service/features/app-start/qr-code-svg.ts';
import { qrCodeText } from '../../../workers/service/features/app-start/qr-code-text.ts';
import { phoneAppAddress } from '../../../workers/service/sign-in/carrier/phone-app-address.ts';
import { now, pageView, startedRequest } from '../support/page-views.ts';

describe("the carrier's links", () => {
  const PHONE_APP_LINKS = { schemes: ['pass:'], origins: ['https://pass.example'], packages: [] };
  const agents = {
    android: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
    ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    web: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36',
  };
  const sent = { android: 'pass://android', ios: 'pass://ios', web: 'https://pass.example/web' };

  test.each([
    ['android', sent, 'pass://android'],
    ['ios', sent, 'pass://ios'],
    ['web', sent, 'https://pass.example/web'],
    ['android', { ios: 'pass://ios', web: 'https://pass.example/web' }, 'https://pass.example/web'],
    ['ios', { android: 'pass://android' }, undefined],
    ['web', { web: `pass:${'x'.repeat(295)}` }, `pass:${'x'.repeat(295)}`],
    ['web', { web: `pass:${'x'.repeat(296)}` }, undefined],
    [
      'android',
      { android: `pass:${'x'.repeat(296)}`, web: 'https://pass.example/web' },
      'https://pass.example/web',
    ],
  ] as const)(
    'are for the platform of the browser, and at most 300 characters long: %s, %j',
    (platform, links, link) => {
      const view = pageView('en', { env: { PHONE_APP_LINKS } });
      const request = new Request(view.url, { headers: { 'User-Agent': agents[platform] } });
      const context = { ...view, request, log: () => undefined };
      expect(phoneAppAddress(context, 'S', 'open', links)).toBe(link);
    },
  );
});

describe('the QR codes of a start', () => {
  const codesAt = (seconds: number, request = {}) => {
    const start = {
      ...startedRequest,
      way: 'code' as const,
      code: 'secret',
      sent: now - seconds,
      ...request,
    };
    const env = { OUTCOME_LIMIT: { limit: async () => ({ success: true }) } };
    return nextQrCodes(
      pageView('en', { env, signIn: { stage: { at: 'asked', method: 'app', request: start } } }),
    );
  };

  test.each([0, 119])('are those of ten seconds from now on, %i seconds after the start', async (seconds) => {
    const { paths } = (await (await codesAt(seconds)).response.json()) as { paths: string[] };
    expect(paths).toHaveLength(10);
    const texts = [0, 9].map((second) => qrCodeText('request', 'secret', seconds + second));
    expect([paths[0], paths[9]]).toEqual((await Promise.all(texts)).map((text) => qrCodeSvg(text).path));
  });

  test('end after two minutes, and there are none without a secret', async () => {
    await expect(codesAt(120)).rejects.toMatchObject({ values: { item: 'flow' } });
    await expect(codesAt(0, { code: undefined })).rejects.toMatchObject({ values: { item: 'flow' } });
  });
});
