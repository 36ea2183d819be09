import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  applicationCookies,
  gatewayCookieSpellings,
} from '../../test/support/fixtures/gateway-cookie-names.ts';
import { root } from '../../test/support/world/test-workers.ts';

/** The part of Envoy's configuration that these tests read. */
interface Filter {
  name: string;
  typed_config: {
    default_source_code?: { inline_string: string };
    http_service?: {
      authorization_response: Record<string, { patterns: { exact: string }[] }>;
    };
  };
}

const file = path.join(root, 'docs/examples/forward-auth/envoy.yaml');
const { static_resources } = parse(readFileSync(file, 'utf8'));
const filters: Filter[] = static_resources.listeners[0].filter_chains[0].filters[0].typed_config.http_filters;
const filterNamed = (name: string) => filters.find((filter) => filter.name.endsWith(name))?.typed_config;

const lua = ['lua5.3', 'lua5.4', 'lua'].find((program) => spawnSync(program, ['-v']).status === 0);

/** Calls the example's script with an object that has the functions of Envoy's header object. */
const caller = `
local sent = { ... }
local headers = {}
function headers:getNumValues() return #sent end
function headers:getAtIndex(_, index) return sent[index + 1] end
function headers:remove() sent = {} end
function headers:add(_, value) sent[#sent + 1] = value end
envoy_on_request({ headers = function() return headers end })
io.write(table.concat(sent, "\\n"))
`;

describe('Envoy’s example, without Envoy', () => {
  const script = filterNamed('.lua')?.default_source_code?.inline_string ?? '';
  const receivedFor = (...cookies: string[]) => {
    const { stdout, stderr } = spawnSync(lua ?? '', ['-', ...cookies], {
      input: script + caller,
      encoding: 'utf8',
    });
    return stderr === '' ? stdout : stderr;
  };

  test.skipIf(lua === undefined)(
    `removes every cookie that the gateway can set${lua === undefined ? ' (skipped: apt-get install lua5.3)' : ''}`,
    () => {
      const own = applicationCookies.join('; ');
      const all = gatewayCookieSpellings.map((spelling) => `${spelling}=tossed`);
      expect(all).toHaveLength(30);
      for (const one of all) expect(receivedFor(`${one}; ${own}`), one).toBe(own);
      expect(receivedFor(all.join('; '), own)).toBe(own);
      expect(receivedFor(all.join('; '))).toBe('');
      expect(receivedFor()).toBe('');
      expect(receivedFor(own)).toBe(own);
    },
  );

  test('passes the address of the login and the description of a refusal to the client', () => {
    const response = filterNamed('.ext_authz')?.http_service?.authorization_response;
    const allowed = (list: string) => response?.[list]?.patterns.map(({ exact }) => exact);
    expect(allowed('allowed_client_headers')).toEqual(
      expect.arrayContaining([
        'location',
        'content-type',
        'cache-control',
        'retry-after',
        'www-authenticate',
      ]),
    );
    expect(allowed('allowed_upstream_headers')).toEqual(['plid-identity']);
  });
});
