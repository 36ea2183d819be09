import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CookieSeries,
  dropOldestCookies,
  newestCookies,
  readCookie,
  readCookies,
  writeCookie,
} from '../../workers/core/http/cookies.ts';
import { withoutGatewayCookies } from '../../workers/gateway/application/application-cookies.ts';
import { anyText, asHeader, nastyText } from './arbitraries.ts';

const origin = 'https://login.example.com/';
const requestWith = (Cookie: string, url = origin) => new Request(url, { headers: { Cookie } });
const pairOf = (written: string) => written.split(';')[0] ?? '';
const noise = nastyText('plid-x', '__Host-', '=', ';', '; ', ',', '"', ' ', 'a', '%', '%00', '\t', 'é').map(
  asHeader,
);

describe('a cookie', () => {
  test('is read back as written, whatever cookies are next to it', () => {
    const beside = noise.map((text) => text.replaceAll(/__Host-plid-x/gi, 'other'));
    fc.assert(
      fc.property(
        anyText,
        beside,
        beside,
        fc.constantFrom(origin, 'http://localhost:8787/'),
        (value, before, after, url) => {
          const others = url === origin ? [before, after] : ['a=b', 'c'];
          const cookie = pairOf(writeCookie(new URL(url), 'plid-x', value, 60));
          const request = requestWith(asHeader([others[0], cookie, others[1]].join('; ')), url);
          expect(readCookie(request, 'plid-x')).toBe(value);
        },
      ),
    );
  });

  test('contains only its value: no value adds an attribute or another cookie', () => {
    fc.assert(
      fc.property(
        nastyText(';', ' Domain=evil.example', '\r\n', 'Set-Cookie: a=b', ',', '=', '"', '\\', '가'),
        (value) => {
          const written = writeCookie(new URL(origin), 'plid-x', value, 60);
          expect(written).toMatch(
            /^__Host-plid-x=[!-+\--:<-~]*; Max-Age=60; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
          );
        },
      ),
    );
  });

  test("can't be set by a neighboring host: over https it has the prefix", () => {
    fc.assert(
      fc.property(noise, (header) => {
        const forged = header.replaceAll(/__Host-/gi, '');
        expect(readCookies(requestWith(forged), 'plid-').size).toBe(0);
      }),
    );
  });
});

describe('a series of cookies', () => {
  const series: CookieSeries = { prefix: 'plid-tab-', maxCount: 4, maxCharacters: 40 };
  const kept = fc.uniqueArray(
    fc.tuple(fc.integer({ min: 100, max: 999 }), fc.stringMatching(/^[a-z]{0,20}$/)),
    {
      selector: ([time]) => time,
      maxLength: 8,
    },
  );

  test('leaves room for the new one by removing only the oldest', () => {
    fc.assert(
      fc.property(kept, fc.integer({ min: 0, max: 60 }), (cookies, newLength) => {
        const header = cookies.map(([time, value]) => `__Host-plid-tab-${time}=${value}`).join('; ');
        const dropped = dropOldestCookies(requestWith(header), series, newLength).map((written) => {
          expect(written).toMatch(/=; Max-Age=0;/);
          return Number(/tab-(\d+)=/.exec(written)?.[1]);
        });
        const staying = cookies.filter(([time]) => !dropped.includes(time));
        expect(staying.length).toBeLessThan(series.maxCount);
        const characters = staying.reduce((sum, [, value]) => sum + value.length, newLength);
        expect(staying.length === 0 || characters <= series.maxCharacters).toBe(true);
        for (const [time] of staying) expect(dropped.every((other) => other < time)).toBe(true);
        // No cookie is dropped that would fit.
        const [next] = cookies
          .filter(([time]) => dropped.includes(time))
          .sort(([left], [right]) => right - left);
        const wouldFit =
          staying.length + 1 < series.maxCount &&
          characters + (next?.[1].length ?? 0) <= series.maxCharacters;
        expect(next === undefined || !wouldFit).toBe(true);
      }),
    );
  });

  test('is read newest first', () => {
    fc.assert(
      fc.property(kept, (cookies) => {
        const header = cookies.map(([time, value]) => `__Host-plid-tab-${time}=${value}`).join('; ');
        const times = newestCookies(requestWith(header), series).map(([time]) => Number(time));
        expect(times).toEqual(cookies.map(([time]) => time).sort((left, right) => right - left));
      }),
    );
  });
});

describe('the cookies forwarded by the guard', () => {
  const header = nastyText(
    '__Host-plid-session',
    'plid-x',
    '__Secure-',
    '__HOST-',
    'app',
    '=',
    '1',
    ';',
    '; ',
    ',',
    ' ',
    '\t',
    '\u2000',
    '\ufeff',
    '\u00a0',
    '\u0085',
    '\ufffd',
    '가',
  );

  const bare = (text: string) => text.replace(/^[ \t]+|[ \t]+$/g, '');
  /** Two Cookie lines are joined by a comma. */
  const partsOf = (cookies: string) => cookies.split(/[;,]/).map(bare);

  test('are some of the sent ones, unchanged and in order', () => {
    fc.assert(
      fc.property(header, (sent) => {
        const given = partsOf(sent);
        let at = 0;
        for (const part of partsOf(withoutGatewayCookies(sent)).filter(Boolean)) {
          const found = given.indexOf(part, at);
          expect(found, part).toBeGreaterThanOrEqual(at);
          at = found + 1;
        }
      }),
    );
  });

  test("are never the gateway's, even for an application that trims any white space", () => {
    fc.assert(
      fc.property(header, (sent) => {
        const passed = withoutGatewayCookies(sent);
        for (const cookie of passed.split(';')) {
          const name = cookie.split('=')[0] ?? '';
          expect(name.trim()).toBe(bare(name));
          expect(name.trim()).not.toMatch(/^(?:__(?:Host|Secure)-)?plid-/i);
        }
        for (const part of partsOf(passed)) expect(part).not.toMatch(/^(?:__(?:Host|Secure)-)?plid-.*=/i);
      }),
    );
  });

  test('lose only the bytes of dropped cookies', () => {
    const own = fc.stringMatching(/^[ \t]{0,2}[a-oq-z][\w."= ]{0,12}$|^[ \t]{0,2}$/);
    const cookies = fc.array(fc.tuple(own, fc.boolean()), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(cookies, (given) => {
        const sent = given.map(([text, isOurs]) => (isOurs ? '__Host-plid-session=x' : text)).join(';');
        const rest = given.flatMap(([text, isOurs]) => (isOurs ? [] : [text])).join(';');
        const isWhole = given.every(([, isOurs]) => !isOurs);
        expect(withoutGatewayCookies(sent)).toBe(isWhole ? sent : rest.replace(/^[ \t]+/, ''));
      }),
    );
  });

  test("are all of them if none is the gateway's or malformed", () => {
    const cookie = fc.tuple(
      fc.stringMatching(/^[a-oq-z][\w.-]{0,9}$/),
      fc.stringMatching(/^[!-+\--:<-[\]-~]{0,20}$/),
    );
    fc.assert(
      fc.property(fc.array(cookie, { maxLength: 6 }), (cookies) => {
        const sent = cookies.map((pair) => pair.join('=')).join('; ');
        expect(withoutGatewayCookies(sent)).toBe(sent);
      }),
    );
  });
});
