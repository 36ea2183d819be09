import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { madeOnce } from '../world/isolation.ts';

/** The parts of docs/openapi.yaml that an answer is held against. */
interface Reference {
  $ref: string;
}
interface HeaderObject {
  required?: boolean;
  schema: object;
}
interface ResponseObject {
  headers?: Record<string, HeaderObject | Reference>;
  content?: Record<string, { schema: object }>;
}
interface Operation {
  description?: string;
  security?: Record<string, unknown>[];
  requestBody?: { content?: Record<string, { example?: Record<string, string> }> };
  responses: Responses;
}
type Responses = Record<string, ResponseObject | Reference>;

const source = path.resolve(import.meta.dirname, '../../../docs/openapi.yaml');
export const contractText = readFileSync(source, 'utf8');
interface Contract {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Responses };
}
/** `yaml` counts the aliases of a foreign file, which takes longer than all the rest. */
const ours = { maxAliasCount: -1 };
export const contract = madeOnce<Contract>('contract', () => {
  try {
    return parse(contractText, ours);
  } catch (failure) {
    throw new Error('docs/openapi.yaml can not be read as YAML', { cause: failure });
  }
});

const ajv = new Ajv2020({ strictTypes: false, allErrors: true });
ajv.addVocabulary(['example', ...Object.keys(contract)]);
ajv.addSchema(contract, 'contract');

/** Headers with a meaning for the receiver: none may come that the contract does not name. */
const meaningful = [
  'allow',
  'location',
  'retry-after',
  'set-cookie',
  'www-authenticate',
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'plid-keys',
];

/** Marks a path whose answer to GET applies to every method. */
export const anyMethod = 'x-any-method';
/** Names the path parameter whose value can contain slashes, which OpenAPI 3.1 can't express. */
const multiSegment = 'x-multi-segment';

export const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** An answer as it came over the wire. */
interface Answer {
  status: number;
  headers: Headers;
  body: string;
}

/**
 * Checks an answer of the service against docs/openapi.yaml: a path, method, status, header or field that is missing there is refused.
 * @throws {ContractError} with every disagreement.
 */
export async function compareWithContract(method: string, url: URL, response: Response): Promise<void> {
  const { status, headers } = response;
  const body = status === 101 ? '' : await response.clone().text();
  expectContract(method, url, { status, headers, body });
}

/** An answer differs from docs/openapi.yaml. */
export class ContractError extends Error {}

/** The same for an answer whose body was already read. @throws {ContractError} */
export function expectContract(method: string, url: URL, answer: Answer): void {
  const found = disagreements(method.toUpperCase(), url, answer);
  if (found.length === 0) return;
  const { status, body } = answer;
  throw new ContractError(
    `${method} ${url.pathname} answered what docs/openapi.yaml does not say:\n- ${found.join('\n- ')}\n${status} ${body.slice(0, 500)}`,
  );
}

function disagreements(method: string, url: URL, answer: Answer): string[] {
  const { place, allowed } = find(method, url, answer.status);
  if (place === undefined) return [`the status ${answer.status}`];
  const response = resolve<ResponseObject>(place);
  const found = [
    ...headerDisagreements(response, place, answer.headers),
    ...bodyDisagreements(response, place, answer, method, url),
  ];
  const allow = answer.headers.get('Allow')?.split(', ').sort().join(', ');
  if (allowed !== undefined && allow !== allowed) found.push(`Allow: ${allow} instead of ${allowed}`);
  return found;
}

/** Whether people see pages at this address: an error may be one. At the addresses of §4 and of every API an error is JSON whatever is accepted. */
const hasPages = ({ pathname }: URL): boolean =>
  /^\/(?:oauth2\/authorize.|auth\/(?:login|callback|logout|disconnect|oidc\/(?:authorize|logout)))/.test(
    pathname,
  ) || !/^\/(?:oauth2|v1|admin|\.well-known|healthz|auth)(?:\/|$)/.test(pathname);

/** The place where the contract describes an answer, as a JSON pointer. `allowed`: the methods that Allow must name. */
function find(method: string, url: URL, status: number): { place?: string[] | undefined; allowed?: string } {
  const shared = (name: string, expected: number) => ({
    place: status === expected ? ['components', 'responses', name] : undefined,
  });
  const isPage = hasPages(url);
  const fault = isPage ? 'SignInOurFault' : 'OurFault';
  if (url.protocol === 'http:' && url.hostname !== 'localhost')
    return shared(isPage ? 'PageRefused' : 'InsecureTransport', 400);
  const template = templateOf(url);
  if (template === undefined && status === 500) return shared(fault, 500);
  if (template === undefined) return shared(isPage ? 'PageRefused' : 'NotFound', 404);
  const operations = contract.paths[template] ?? {};
  const name = anyMethod in operations ? 'get' : method.toLowerCase();
  const operation = operations[name];
  // A worker with wrong settings answers every method so.
  if (operation === undefined && status === 500) return shared(fault, 500);
  if (operation === undefined) {
    const allowed = methods.filter((other) => other in operations).map((name) => name.toUpperCase());
    return {
      ...shared(isPage ? 'PageMethodNotAllowed' : 'MethodNotAllowed', 405),
      allowed: allowed.sort().join(', '),
    };
  }
  const described = [String(status), 'default'].find((name) => name in operation.responses);
  const place = described && ['paths', template, name, 'responses', described];
  return { place: place || undefined };
}

/** The path as the contract writes it, for example `/admin/applications/{client_id}`; undefined if the contract doesn't describe it. */
export const templateOf = ({ pathname }: URL): string | undefined =>
  Object.keys(contract.paths).find((template) => matches(template, pathname));

export const isInContract = (url: URL): boolean => templateOf(url) !== undefined;

/** The source of an expression that matches the addresses of a path of the contract. */
export const patternOf = (template: string): string =>
  template
    .replaceAll('.', '\\.')
    .replaceAll(/\{(\w+)\}/g, (_, name) => (isMultiSegment(template, name) ? '.*' : '[^/]+'));

/** A path as the router writes it: `/auth/verify/:request+`. */
export const routeOf = (template: string): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name) => `:${name}${isMultiSegment(template, name) ? '+' : ''}`);

const isMultiSegment = (template: string, name: string): boolean =>
  (contract.paths[template] as Record<string, unknown> | undefined)?.[multiSegment] === name;

const matches = (template: string, pathname: string): boolean =>
  new RegExp(`^${patternOf(template)}$`).test(pathname);

function headerDisagreements(response: ResponseObject, place: string[], headers: Headers): string[] {
  const described = Object.keys(response.headers ?? {});
  const names = new Set(described.map((name) => name.toLowerCase()));
  const unknown = meaningful.filter((name) => headers.has(name) && !names.has(name));
  const wrong = described.flatMap((name) => {
    const at = [...follow(place), 'headers', name];
    const values = name === 'Set-Cookie' ? headers.getSetCookie() : [headers.get(name) ?? []].flat();
    if (values.length === 0) return resolve<HeaderObject>(at).required ? [`no header ${name}`] : [];
    return values.flatMap((value) => invalid([...follow(at), 'schema'], value, `the header ${name}`));
  });
  return [...unknown.map((name) => `the header ${name}`), ...wrong];
}

function bodyDisagreements(
  response: ResponseObject,
  place: string[],
  answer: Answer,
  method: string,
  url: URL,
): string[] {
  if (method === 'HEAD') return [];
  if (response.content === undefined) return answer.body === '' ? [] : ['a body'];
  const type = answer.headers.get('Content-Type')?.split(';')[0] ?? 'none';
  if (!(type in response.content)) return [`the type ${type}`];
  const guards = type === 'text/html' ? pageDisagreements(answer.headers, url) : [];
  const value = type === 'application/json' ? parseJson(answer.body) : answer.body;
  return [...guards, ...invalid([...follow(place), 'content', type, 'schema'], value, 'the body')];
}

/** Checks the headers of every page, also if the same answer may be JSON. Only a page of the sandbox can be framed, by its own origin. */
function pageDisagreements(headers: Headers, { pathname }: URL): string[] {
  const isSandbox = pathname.startsWith('/sandbox');
  const isFramed = isSandbox && !headers.has('X-Frame-Options');
  const held = (name: string, as = name) =>
    invalid(['components', 'headers', as, 'schema'], headers.get(name), `the header ${name}`);
  return [
    ...held('Content-Security-Policy', isSandbox ? 'FramedPolicy' : undefined),
    ...(isFramed ? [] : held('X-Frame-Options')),
    ...held('Cross-Origin-Opener-Policy'),
    ...held('Permissions-Policy'),
  ];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The violations of a schema of the contract by a value. @param place the schema's place, as the steps of a JSON pointer. */
export function invalid(place: string[], value: unknown, what: string): string[] {
  const pointer = place.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
  const validate = ajv.getSchema(`contract#/${pointer.join('/')}`);
  if (validate === undefined) throw new Error(`docs/openapi.yaml has no schema at ${place.join(' ')}`);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${what}${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** The place itself, or the one that it refers to. */
function follow(place: string[]): string[] {
  const found = at(place);
  return '$ref' in found ? follow(String(found.$ref).replace('#/', '').split('/')) : place;
}

const resolve = <Kind>(place: string[]): Kind => at(follow(place)) as Kind;

function at(place: string[]): object {
  return place.reduce<object>((node, step) => (node as Record<string, object>)[step] ?? {}, contract);
}
