const again = 'Run the same command again. It continues where it stopped.';

/** The token permission that each path of the API needs. */
const permissions: [RegExp, string][] = [
  [/\/storage\/kv/, 'Account › Workers KV Storage › Edit'],
  [/\/dns_records/, 'Zone › DNS › Read'],
  [/\/routes/, 'Zone › Workers Routes › Edit'],
  [/\/workers/, 'Account › Workers Scripts › Edit'],
];

const codes: Record<number, (message: string) => string> = {
  10013: () => `Cloudflare is temporarily unavailable. ${again}`,
  10014: () =>
    'Another operator has just made the first deployment, so the secrets in their file are in use. Replace your secrets file with theirs, and run the same command again.',
  10020: () => 'Another worker has a route with the same pattern. Remove that route, or choose another host.',
  10021: (message) => `Cloudflare rejected the bundle of this worker: ${message}`,
  10027: () => 'This worker is larger than the account allows.',
  10037: () => 'The account has the maximum number of workers. Delete some, or upgrade the plan.',
  10220: () => 'A secret of this worker has changed since that version. Deploy instead of rolling back.',
  100117: () =>
    'The host already has a DNS record. Delete it in the dashboard (DNS › Records), or choose another host.',
};

/**
 * Explains an error of Cloudflare's API and what to do about it. @param path of the request, without its host.
 * @param status undefined if it's unknown.
 */
export function explainApiError(path: string, status?: number, code?: number, message = ''): string {
  if (status === 429 || code === 971 || code === 10429) {
    return `Cloudflare has received too many requests from this account. Wait five minutes. ${again}`;
  }
  if (code !== undefined && codes[code] !== undefined) return codes[code](message);
  const denied =
    status === 401 || status === 403 || [1000, 6003, 6111, 9106, 9109, 10000].includes(code ?? 0);
  if (denied && /\/zones\?|^\/user/.test(path)) {
    return 'Cloudflare rejected CLOUDFLARE_API_TOKEN because the token is invalid, expired, or deleted. Create a new token.';
  }
  if (denied) {
    const needed = permissions.find(([pattern]) => pattern.test(path))?.[1];
    return `The token lacks a permission${needed === undefined ? '' : `: ${needed}`}. Add it to the token at https://dash.cloudflare.com/profile/api-tokens, then run the same command again.`;
  }
  if (status !== undefined && status >= 500)
    return `Cloudflare is temporarily unavailable (${status}). ${again}`;
  const detail = [message.trim().replace(/\.$/, ''), code && `code ${code}`].filter(Boolean).join(', ');
  return `Cloudflare rejected ${path.replace(/\?.*$/, '')}: ${detail || `status ${status ?? 'unknown'}`}.`;
}

/**
 * Explains the error in wrangler's output. If the output contains an API error, that error is explained.
 * Otherwise, wrangler's first lines are shown.
 */
export function explainWrangler(lines: string[]): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are colors
  const text = lines.join('\n').replace(/\u001b\[[0-9;]*m/g, '');
  const [, path] = /Cloudflare API \(([^)]*)\)/.exec(text) ?? [];
  const [, message, code] = /^\s*(.*?)\s*\[code: (\d+)\]/m.exec(text) ?? [];
  if (path !== undefined) {
    const status = /429|rate limit/i.test(text) ? 429 : undefined;
    // wrangler has no code for a response that isn't JSON, such as a proxy's response.
    if (code === '0') return explainApiError(path, status, 10013);
    return explainApiError(path, status, code === undefined ? undefined : Number(code), message);
  }
  if (/fetch failed|ECONNREFUSED|ENOTFOUND|ETIMEDOUT|socket hang up/i.test(text)) {
    return `Cloudflare's API doesn't respond. ${again}`;
  }
  const own = text.split('\n').map((line) => line.replace(/^.*\[ERROR\]\s*/, '').trim());
  return `wrangler stopped: ${own
    .filter((line) => line !== '' && !line.startsWith('⛅'))
    .slice(0, 4)
    .join(' ')}`;
}
