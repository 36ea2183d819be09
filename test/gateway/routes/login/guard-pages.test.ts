import { expect, test } from 'vitest';
import { unavailable } from '../../../../workers/core/protocol/refusals.ts';
import { GuardPages } from '../../../../workers/gateway/features/guard/guard-refusal-pages-entrypoint.ts';
import { gatewaySecrets, origins } from '../../../support/world/test-settings.ts';

test('a page of the guard has the ID of its request, its headers, and the language of the browser', async () => {
  const pages = new GuardPages(
    {} as never,
    { ...gatewaySecrets, GATEWAY_ORIGIN: origins.gateway, POPUP: 'Y' } as never,
  );
  const request = new Request(`${origins.gateway}/orders`, { headers: { 'Accept-Language': 'ko' } });
  const headers = { 'Retry-After': '5' };
  const page = await pages.refuse(request, { refusal: unavailable, headers, requestId: 'request-1' });
  expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '5']);
  expect(page.headers.get('Cross-Origin-Opener-Policy')).toBe('unsafe-none');
  const text = await page.text();
  expect(text).toContain('<html lang="ko">');
  expect(text).toContain('>request-1</code>');
});
