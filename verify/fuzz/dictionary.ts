import {
  headerWords as noiseHeaders,
  names as noiseNames,
} from '../../test/attacks/support/random-requests.ts';

export const names: readonly string[] = [
  ...noiseNames,
  ...'required after limit prototype toString hasOwnProperty then length'.split(' '),
];

/** Values that have caused trouble somewhere. */
export const words: readonly string[] = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    '1e999',
    '9007199254740993',
    'NaN',
    'null',
    'undefined',
    'true',
    'Y',
    'N',
    'S256',
    'none',
  ],
  ...[
    'login',
    'select_account',
    '한글',
    'e\u0301\u202e\ud83d\ude00',
    '\ud800',
    '\0',
    '\r\nSet-Cookie: a=b',
    '\t',
  ],
  ...[
    '../../etc/passwd',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
  ],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is meant so
  ...["' OR 1=1 --", '<script>alert(1)</script>', '{{7*7}}', '${7*7}', '%', '+', '&=;#?'],
  ...['__proto__', 'constructor', 'toString', '[object Object]'],
  ...['010-1234-5678', '01071000001', '+82 10 7100 0001', '０１０７１０００００１'],
  ...['eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoidGVzdCJ9..AAAA.AAAA.AAAA', 'eyJhbGciOiJub25lIn0.e30.'],
  ...['https://shop.example.com/auth/callback', 'com.example.app:/in', 'a'.repeat(20), 'a'.repeat(43)],
  ...['x'.repeat(3_000), '가'.repeat(900), '9'.repeat(400)],
];

/** Values as they stand in a query or form: wrong percent-encoding, or bytes that are not UTF-8. */
export const rawWords: readonly string[] = [
  ...[
    '%',
    '%zz',
    '%00',
    '%ff%fe',
    '%c0%80',
    '%ed%a0%80',
    '%u0041',
    '+',
    '%2b%20',
    'a=b',
    '&&',
    ';',
    '%0d%0aX: y',
  ],
  ...['%F0%9F%98', '%EF%BB%BF', '%25%32%35', '%e2%80%8b', '%E1%85%9F'],
];

/** Replacements for a part of a path. */
export const pathWords: readonly string[] = [
  ...[
    '',
    '.',
    '..',
    '%2e%2e',
    '%2f',
    '%5c',
    ';x',
    '*',
    '%',
    '%zz',
    '%00',
    '%ff',
    '%0a',
    '__proto__',
    'constructor',
  ],
  ...['x'.repeat(2_000), '%ea%b0%80', '{client_id}', ':id', '@', '~', 'index.html', '%20', '01071000001'],
];

/** Replacements for a value of JSON, of another type. */
export const jsonWords: readonly unknown[] = [
  ...[null, true, 0, -1, 1e308, 0.1, [], {}, [null], [[]], [{}], { length: 1e9 }, { toString: 1 }],
  ...['', [''], ['a', 'a'], Array.from({ length: 500 }, () => 'x'), { a: { a: { a: {} } } }],
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
  JSON.parse('{"then":"x"}'),
];

export const bodies: readonly (string | Uint8Array)[] = [
  ...['', ' ', 'null', '0', '""', '[]', '{}', '{', '[', '{"a":1', '\0', '\ufeff{}', 'NaN', '{"a":1}{"a":1}'],
  ...['&', '=', '=&=', '%', 'a', 'a=b=c', '__proto__=1', '<?xml version="1.0"?><a/>'],
  ...[
    '['.repeat(30_000),
    '{"a":'.repeat(9_000),
    'x='.repeat(40_000),
    'a&'.repeat(30_000),
    'x'.repeat(300_000),
  ],
  Uint8Array.from({ length: 300 }, (_, index) => (index * 7 + 128) % 256),
  '--x\r\nContent-Disposition: form-data; name="code"\r\n\r\nx\r\n--x--\r\n',
];

/** Values of headers in addition to the words of the noise. */
const moreHeaders: Record<string, readonly string[]> = {
  'Content-Type': ['text/plain', '', 'application/json,text/html', ';;', 'application/secevent+jwt'],
  'Content-Encoding': ['gzip', 'br', 'identity', 'nonsense'],
  Accept: ['text/html;q=0', 'a'.repeat(5_000)],
  'Accept-Language': ['ko-KR,ko;q=0.9,en;q=1e9', 'x-'.repeat(2_000)],
  Authorization: [
    ...['Basic %%%', 'basic ZGVtb3Nob3A6eA==', 'Basic AP8=', 'Basic Og=='],
    ...['bearer  x', 'Bearer ..', 'Bearer a.b.c.d.e', ',', 'Bearer a,Basic b'],
  ],
  Cookie: [
    ...['__Host-plid-language=xx', '__Host-plid-session=a; __Host-plid-session=b', 'a=1;'.repeat(2_000)],
    ...['__Host-plid-account=x', '__Host-plid-form=..', '__Host-plid-numbers=a', '__Host-plid-signed-out=1'],
  ],
  Origin: ['https://login.example.com', 'nonsense'],
  Host: ['evil.example', 'login.example.com:443', ''],
  Referer: ['https://evil.example/', 'nonsense'],
  'Sec-Fetch-Site': ['x'],
  'Sec-Fetch-Mode': ['navigate', 'cors', 'x'],
  'Sec-Fetch-Dest': ['x'],
  'CF-Connecting-IP': ['::ffff:1.2.3.4', 'x, y', ''],
  'CF-Ray': ['0123456789abcdef-ICN', '0123456789ABCDEF', 'x'.repeat(2_000)],
  'User-Agent': ['<b>', 'x'.repeat(8_000)],
  'X-Forwarded-Proto': ['http', 'https,http'],
  'X-Forwarded-For': ['127.0.0.1', '::1'],
  Forwarded: ['host=evil.example;proto=http'],
  'X-Original-URL': ['/admin/applications'],
  'X-HTTP-Method-Override': ['DELETE'],
  'If-Match': ['*', '"1"', 'W/"x"', '"'],
  'If-None-Match': ['*'],
  Range: ['bytes=0-0'],
  Expect: ['100-continue'],
  'X-Request-Id': ['x'.repeat(200), '<script>'],
  'Plid-Identity': ['eyJhbGciOiJub25lIn0.e30.'],
  'Retry-After': ['1'],
};

/** Headers that we, or the servers in front of us, read. */
export const headerWords: Record<string, readonly string[]> = Object.fromEntries(
  Object.keys({ ...noiseHeaders, ...moreHeaders }).map((name) => [
    name,
    [...(noiseHeaders[name] ?? []), ...(moreHeaders[name] ?? [])],
  ]),
);

export const methods = 'GET POST PUT PATCH DELETE HEAD OPTIONS PURGE TRACE PROPFIND get Get'.split(' ');
