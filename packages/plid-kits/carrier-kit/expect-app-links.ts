import type { AppAddresses } from '../../../workers/core/carrier/port.ts';
import { isSecureAddress } from '../../../workers/core/http/secure-address.ts';
import { expectThat } from '../test-suite/mismatch.ts';

/**
 * Schemes that app links must not use, because they run scripts, read device data, call a number, or open no app.
 */
const foreignSchemes = new Set(
  'javascript vbscript data file blob filesystem about view-source content android-app ws wss ftp package tel sms mailto'
    .split(' ')
    .map((scheme) => `${scheme}:`),
);

/**
 * Checks that each link uses a private-use scheme, https, or an `intent:` URL with a scheme and a package. Web
 * links must use https, except on loopback. @param name the name of the field that contains the links. @throws
 * {Mismatch} if a link is invalid.
 */
export function expectAppLinks(name: string, addresses: AppAddresses): void {
  for (const [platform, address] of Object.entries(addresses)) {
    const wanted = `an address that opens an app in ${name}.${platform}`;
    const url = new URL(address);
    const { scheme, package: named } = intentOf(url);
    const schemes = [url.protocol, ...(scheme === undefined ? [] : [`${scheme}:`])];
    for (const one of schemes)
      expectThat(!foreignSchemes.has(one), wanted, `an address that starts with ${one}`);
    const isWeb = platform === 'web' || /^https?:$/.test(url.protocol);
    expectThat(!isWeb || isSecureAddress(url), `https in ${name}.${platform}`, url.protocol);
    const isWhole = url.protocol !== 'intent:' || (scheme !== undefined && named !== undefined);
    expectThat(isWhole, `an intent: address with scheme and package in ${name}.${platform}`, 'one without');
  }
}

/** The parts of `intent:…#Intent;scheme=…;package=…;end`. */
function intentOf({ protocol, hash }: URL): { scheme?: string; package?: string } {
  const [, parts = ''] = /^#Intent;(.*;)end$/.exec(hash) ?? [];
  return protocol === 'intent:' ? Object.fromEntries(parts.split(';').map((part) => part.split('='))) : {};
}
