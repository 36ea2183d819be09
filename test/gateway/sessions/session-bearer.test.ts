import { expect, test } from 'vitest';
import { withoutSessionBearer } from '../../../workers/gateway/sessions/session-token.ts';

const passedOn = (Authorization: string) => {
  const request = new Request('https://shop.example.com/orders', { headers: { Authorization } });
  return withoutSessionBearer(request).headers.get('Authorization');
};

// The scheme has no case (RFC 9110 §11.1), and every spelling is accepted as a session.
test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])(
  'a session token behind %s is not passed on',
  (scheme) => {
    expect(passedOn(`${scheme} plid_token`)).toBeNull();
    expect(passedOn(`${scheme}   plid_token`)).toBeNull();
    expect(passedOn(`${scheme} of-the-application`)).toBe(`${scheme} of-the-application`);
  },
);

test('another scheme is passed on', () => {
  expect(passedOn('Basic plid_token')).toBe('Basic plid_token');
});
