import { describe, expect, test } from 'vitest';
import { splitExchange } from '../api/exchanges.ts';
import { latestSignIn } from '../demo/latest-sign-in.ts';
import { Exchanges } from '../directory/exchange-table.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { sqlInMemory } from './support/stored-in-memory.ts';

const plid = '00000000-0000-4000-8000-000000000001';
const callback = 'http://localhost:3000/callback';

/** The exchanges of a login, whose state, code and token begin with its name. */
const begun = (name: string): Exchange => ({
  step: 'authorize',
  request: `GET /oauth2/authorize?state=${name}-state`,
  response: '200',
});
const login = (name: string, of = plid): Exchange[] => [
  begun(name),
  {
    step: 'code',
    request: 'POST /oauth2/authorize/consent',
    response: `302\nLocation: ${callback}?code=${name}-code&state=${name}-state`,
  },
  {
    step: 'token',
    request: `POST /oauth2/token\n\ncode=${name}-code`,
    response: `200\n\n{"access_token":"${name}-token"}`,
  },
  {
    step: 'user',
    request: `GET /v1/user/me\nAuthorization: Bearer ${name}-token`,
    response: `200\n\n{"user":{"plid":"${of}"}}`,
  },
];
const shown = (exchanges: Exchange[]) =>
  latestSignIn(exchanges.map(splitExchange), plid).map(({ heading, request }) => [heading, request]);
const stepsOf = (name: string) => login(name).map(({ step, request }) => [`step_${step}`, request]);

describe("the shop's list of exchanged messages", () => {
  test("contains only the user's latest sign-in", () => {
    const [first, second, other] = [login('first'), login('second'), login('other', 'somebody else')];
    expect(shown([...first, ...second])).toEqual(stepsOf('second'));
    const interleaved = first.flatMap((_, step) => [first[step], other[step]]) as Exchange[];
    expect(shown(interleaved)).toEqual(stepsOf('first'));
  });

  test('is shorter for an automatic login, whose first response has the code', () => {
    const [, { response = '' } = {}, ...rest] = login('automatic');
    expect(shown([{ ...begun('automatic'), response }, ...rest]).map(([heading]) => heading)).toEqual([
      'step_authorize',
      'step_token',
      'step_user',
    ]);
  });

  test('omits deleted messages, and contains none of another sign-in', () => {
    expect(shown([...login('other', 'somebody else'), ...login('late').slice(2)])).toEqual(
      stepsOf('late').slice(2),
    );
    expect(shown(login('other', 'somebody else'))).toEqual([]);
  });
});

test('the latest 300 exchanges are stored', () => {
  const wire = new Exchanges(sqlInMemory());
  for (let each = 0; each <= 300; each += 1) wire.record(begun(String(each)));
  expect(wire.all()).toHaveLength(300);
  expect(wire.all().at(-1)).toEqual(begun('300'));
});
