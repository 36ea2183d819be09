import { bodies, headerWords, jsonWords, methods, words } from './dictionary.ts';
import { brief, type Draw, madeUp, type Values } from './mutation.ts';
import { type Draft, objectOf } from './request-draft.ts';

export const otherMethod: Draw = (choices) => {
  const method = choices.pick(methods);
  return {
    says: `method ${method}`,
    change: (draft) => {
      draft.method = method;
    },
  };
};

/** Sets a header, in the spelling that most requests use. */
function setHeader(draft: Draft, name: string, value: string): void {
  draft.headers = draft.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  draft.headers.push([name, value]);
}

/** The names of headers; those that our own code reads come more often. */
const headerNames = Object.keys(headerWords).flatMap((name) =>
  /^(?:Accept|Authorization|Cookie|Content-Type|Origin|Sec-Fetch-Site)$/.test(name)
    ? [name, name, name]
    : [name],
);

const headerOfOthers: Record<string, readonly string[]> = {
  Cookie: ['serviceCookies', 'gatewayCookies'],
  Authorization: ['session', 'access_token', 'code'],
};

export const otherHeader: Draw = (choices, _draft, known) => {
  const name = choices.pick(headerNames);
  const fitting = known.filter((value) => headerOfOthers[name]?.some((end) => value.endsWith(`.${end}`)));
  if (fitting.length > 0 && choices.maybe(0.5)) {
    const value = choices.pick(fitting);
    const before = name === 'Authorization' ? 'Bearer ' : '';
    const change = (draft: Draft, values: Values) =>
      setHeader(draft, name, before + (values[value] ?? madeUp));
    return { says: `${name}: ${value}`, change };
  }
  const word = choices.pick(choices.maybe(0.8) ? (headerWords[name] ?? words) : words);
  return { says: `${name}: ${brief(word)}`, change: (draft) => setHeader(draft, name, word) };
};

export const withoutHeader: Draw = (choices, { headers }) => {
  if (headers.length === 0) return undefined;
  const [name] = choices.pick(headers);
  const change = (draft: Draft) => {
    draft.headers = draft.headers.filter(([other]) => other !== name);
  };
  return { says: `no ${name}`, change };
};

export const secondHeader: Draw = (choices) => {
  const name = choices.pick(headerNames);
  const word = choices.pick(headerWords[name] ?? words);
  return {
    says: `one more ${name}: ${brief(word)}`,
    change: (draft) => void draft.headers.push([name, word]),
  };
};

export const otherJson: Draw = (choices, draft) => {
  if (draft.body?.type !== 'json') return undefined;
  const keys = Object.keys(objectOf(draft.body.value));
  const [value, key] = [
    choices.pick(jsonWords),
    keys.length > 0 && choices.maybe(0.8) ? choices.pick(keys) : undefined,
  ];
  return {
    says: `${key ?? 'the body'} is ${brief(JSON.stringify(value) ?? '')}`,
    change: ({ body }) => {
      if (body?.type === 'json')
        body.value = key === undefined ? value : { ...objectOf(body.value), [key]: value };
    },
  };
};

export const otherBody: Draw = (choices) => {
  const [at, by] = [choices.share(), choices.pick(bodies)];
  const changes: [string, (draft: Draft) => unknown][] = [
    [`the body is cut at ${at.toFixed(2)}`, ({ twists }) => void twists.push({ does: 'cut', at })],
    ['the body comes twice', ({ twists }) => void twists.push({ does: 'double' })],
    ['the body is UTF-16', ({ twists }) => void twists.push({ does: 'utf16' })],
    ['the body is compressed without a header', ({ twists }) => void twists.push({ does: 'compress' })],
    [
      'the body is compressed',
      (draft) => {
        draft.twists.push({ does: 'compress' });
        setHeader(draft, 'Content-Encoding', 'gzip');
      },
    ],
    ['gzip is announced', (draft) => setHeader(draft, 'Content-Encoding', 'gzip')],
    [
      `the body is ${brief(String(by))}`,
      (draft) => {
        draft.body ??= { type: 'text', text: '' };
        draft.twists.push({ does: 'replace', by });
      },
    ],
    ['Content-Length is 5 too long', (draft) => Object.assign(draft, { lengthError: 5 })],
    ['Content-Length is 5 too short', (draft) => Object.assign(draft, { lengthError: -5 })],
  ];
  const [says, change] = choices.pick(changes);
  return { says, change: (draft) => void change(draft) };
};
