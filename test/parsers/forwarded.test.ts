import { describe, expect, test } from 'vitest';
import { cookiesOfApplication, forward } from '../../workers/gateway/shared/forward.ts';
import { answering } from '../support/doubles/answering.ts';

const gateway = 'https://shop.example.com';

describe('a request that is passed on to the application', () => {
  const passed = async (headers: Record<string, string>, init: RequestInit = {}) => {
    const sent = answering(() => new Response('from the application'));
    const request = new Request(`${gateway}/orders?page=2`, { headers, ...init });
    await forward(request, 'https://app.example.com', { 'Plid-Identity': 'signed' });
    return sent[0] as Request;
  };

  test('keeps its path, query, method, body and headers, and is not redirected', async () => {
    const request = await passed({ 'X-Own': 'y' }, { method: 'PUT', body: 'the body' });
    expect([request.url, request.method]).toEqual(['https://app.example.com/orders?page=2', 'PUT']);
    expect(await request.text()).toBe('the body');
    expect(request.redirect).toBe('manual');
    expect(request.headers.get('X-Own')).toBe('y');
    expect(request.headers.get('Plid-Identity')).toBe('signed');
  });

  test('says from where it came and where it went, and nobody else says so', async () => {
    const forged = [
      ...['Forwarded', 'Client-IP', 'True-Client-IP', 'Fastly-Client-IP', 'Remote-Addr', 'X-Real-IP'],
      ...[
        'X-Client-IP',
        'X-Cluster-Client-IP',
        'X-Remote-IP',
        'X-Remote-Addr',
        'X-Host',
        'X-HTTP-Host-Override',
      ],
      ...[
        'X-HTTP-Method',
        'X-HTTP-Method-Override',
        'X-Method-Override',
        'Plid',
        'Plid-User',
        'Plid_Identity',
      ],
      ...[
        'X-Forwarded',
        'X_Forwarded_Port',
        'X-Original-URL',
        'X-Rewrite-URL',
        'Remote_Addr',
        'CF_Ray',
        'X_Real_IP',
      ],
    ];
    const request = await passed({
      ...Object.fromEntries(forged.map((name) => [name, 'forged'])),
      ...{ 'X-Forwarded-For': 'forged', 'X-Forwarded-Host': 'forged', 'X-Forwarded-Proto': 'forged' },
      ...{
        'CF-Connecting-IP': '192.0.2.1',
        'CF-Ray': 'kept',
        Plidder: 'kept',
        'X-Forwardeds': 'kept',
        My_Own: 'kept',
        'My-Plid-User': 'kept',
      },
    });
    expect(Object.fromEntries(request.headers)).toEqual({
      ...{
        'cf-connecting-ip': '192.0.2.1',
        'cf-ray': 'kept',
        plidder: 'kept',
        'x-forwardeds': 'kept',
        my_own: 'kept',
        'my-plid-user': 'kept',
      },
      ...{
        'x-forwarded-for': '192.0.2.1',
        'x-forwarded-host': 'shop.example.com',
        'x-forwarded-proto': 'https',
      },
      'plid-identity': 'signed',
    });
    const unknown = await passed({});
    expect(unknown.headers.has('X-Forwarded-For')).toBe(false);
    expect(unknown.headers.has('Cookie')).toBe(false);
  });

  test('brings the cookies of the application alone', async () => {
    const request = await passed({ Cookie: '__Host-plid-session=x; a=1' });
    expect(request.headers.get('Cookie')).toBe('a=1');
    expect((await passed({ Cookie: '__Host-plid-session=x' })).headers.has('Cookie')).toBe(false);
  });

  test.each([
    ['a=1; b=2', 'a=1; b=2'],
    ['\t a=1 \t;b=2;;', 'a=1; b=2'],
    ['__Host-plid-session=x; a=1', 'a=1'],
    ['plid-flow-1=x', ''],
    ['x-plid-flow-1=x', 'x-plid-flow-1=x'],
    ['__HOST-PLID-session=x; __Secure-plid-x=y', ''],
    ['a="1; b"; c==; d', 'a="1; b"; c==; d'],
    ['\u2000a=1; b\u3000=2; c=\u3000', 'c=\u3000'],
    ['a b=1; c\td=2; e\u0007=3', 'a b=1; c\td=2'],
    ['a=\ufffd; b=1', 'b=1'],
  ])('has of the cookies %j those of %j', (header, expected) => {
    expect(cookiesOfApplication(header)).toBe(expected);
  });
});
