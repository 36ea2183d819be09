import type { Sandbox, SandboxOptions } from '../sandbox/index.ts';

/**
 * Returns the text that the command prints when the sandbox is ready. The first line is the same in every version.
 * @param kept the folder in which the state is saved when the sandbox stops.
 */
export function welcome(
  { url, application }: Sandbox,
  { host, allowHosts = [] }: SandboxOptions,
  kept?: string,
): string {
  const { client_id, client_secret, redirect_uris } = application;
  const isOpen = host === '0.0.0.0' || host === '::';
  return `plid sandbox is ready: ${url}

  client_id        ${client_id}
  client_secret    ${client_secret}
  redirect_uri     ${redirect_uris.join('\n                   ')}
  a login          ${url}/
  the phones       ${url}/sandbox${allowHosts.length === 0 ? '' : `\n  also called      ${allowHosts.join(', ')}`}
${isOpen ? '\nEvery machine on this network can reach the sandbox. Nothing in the sandbox is real or secret.' : ''}
Ctrl-C stops it, and ${kept === undefined ? 'deletes everything in it' : `keeps everything in ${kept}`}.`;
}
