/** A request to the service and its response, with client secrets masked. */
export interface Exchange {
  step: 'authorize' | 'code' | 'token' | 'user' | 'disconnect';
  /** The head and body of the request and of the response, as text. */
  request: string;
  response: string;
}

interface Sides {
  request: Request;
  /** Body of the request. */
  sent: string;
  response: Response;
  /** The response's body, or undefined if the connection was cut. */
  received: string | undefined;
}

/**
 * Describes a request and its response.
 * @returns undefined for requests outside the protocol, such as sign-in pages.
 */
export function describeExchange(sides: Sides): Exchange | undefined {
  const { request, sent, response, received } = sides;
  const step = stepOf(new URL(request.url), request, response);
  if (step === undefined) return undefined;
  return {
    step,
    request: describeRequest(step, request, sent),
    response: describeResponse(response, received),
  };
}

function stepOf({ pathname }: URL, request: Request, response: Response): Exchange['step'] | undefined {
  if (pathname.startsWith('/oauth2/authorize/'))
    return callbackOf(response) === undefined ? undefined : 'code';
  const steps: Record<string, Exchange['step']> = {
    'GET /oauth2/authorize': 'authorize',
    'POST /oauth2/authorize': 'authorize',
    'POST /oauth2/token': 'token',
    'GET /v1/user/me': 'user',
    'POST /v1/user/disconnect': 'disconnect',
  };
  return steps[`${request.method} ${pathname}`];
}

/** Returns the URL in the application if the response redirects there with a code or an error (§4.1). */
function callbackOf(response: Response): URL | undefined {
  const location = response.headers.get('Location') ?? '';
  if (!URL.canParse(location)) return undefined;
  const url = new URL(location);
  return url.searchParams.has('state') ? url : undefined;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Describes a request. The query and form of a request for `code` are omitted, because they belong to the
 * service's pages in the user's browser.
 */
function describeRequest(step: Exchange['step'], request: Request, sent: string): string {
  const { pathname, search } = new URL(request.url);
  const authorization = request.headers.get('Authorization');
  return [
    `${request.method} ${pathname}${step === 'code' ? '' : withoutSecretParameter(search)}`,
    ...(authorization === null ? [] : [`Authorization: ${withoutSecret(authorization)}`]),
    ...(sent === '' || step === 'code' ? [] : ['', withoutSecretParameter(sent)]),
  ].join('\n');
}

function describeResponse(response: Response, received: string | undefined): string {
  const location = response.headers.get('Location');
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html');
  return [
    String(response.status),
    ...(location === null ? [] : [`Location: ${location}`]),
    ...(received === undefined ? ['', '…'] : []),
    ...(isPage || !received ? [] : ['', pretty(received)]),
  ].join('\n');
}

const pretty = (text: string) =>
  readJson(text) === undefined ? text : JSON.stringify(JSON.parse(text), undefined, 2);

function withoutSecret(authorization: string): string {
  const [, base64] = /^basic +(\S+)$/i.exec(authorization) ?? [];
  if (base64 === undefined) return authorization;
  return `Basic base64(${decoded(base64).split(':')[0]}:••••••••)`;
}

function decoded(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return '';
  }
}

/**
 * Masks the client secret in parameters. @param parameters a form or a query, because both may contain a secret
 * (§4.2).
 */
const withoutSecretParameter = (parameters: string) =>
  parameters.replaceAll(/(^|[?&])client_secret=[^&]*/g, '$1client_secret=••••••••');
