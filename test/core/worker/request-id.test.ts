import { describe, expect, test } from 'vitest';
import { requestIdOf } from '../../../workers/core/worker/request-id.ts';

const idWith = (headers: Record<string, string>) =>
  requestIdOf(new Request('https://login.example.com', { headers }));

describe('the request ID', () => {
  test.each(['0123456789abcdef', '0123456789abcdef-ICN'])('is that of CF-Ray %s', (ray) => {
    expect(idWith({ 'CF-Ray': ray })).toBe('0123456789abcdef');
  });

  test.each([
    '0123456789abcdefa',
    '0123456789abcdeF',
    'x0123456789abcdef',
    '0123456789abcdef-ICNX',
    '0123456789abcdef-icn',
  ])('is random if CF-Ray is %s', (ray) => {
    const id = idWith({ 'CF-Ray': ray });
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    expect(ray).not.toContain(id);
    expect(idWith({ 'CF-Ray': ray })).not.toBe(id);
  });

  test("is random without CF-Ray, and never the caller's", () => {
    const id = idWith({ 'X-Request-Id': '0123456789abcdef' });
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    expect(id).not.toBe('0123456789abcdef');
  });
});
