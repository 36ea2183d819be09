import { type Fault, maxCount } from './fault.ts';

export const presetNames = [
  'token error',
  'slow token',
  'user as HTML',
  'carrier outage',
  'bad day',
  'every spelling §2.1 allows',
] as const;
export type PresetName = (typeof presetNames)[number];

const once = { count: 1, milliseconds: 0 };
const always = { count: maxCount, milliseconds: 0 };
const serverError = { kind: 'error', error: 'server_error', message: '' } as const;

/** Groups of faults, by name. */
export const presets: Record<PresetName, readonly Fault[]> = {
  'token error': [{ endpoint: '/oauth2/token', ...serverError, status: 500, ...once }],
  'slow token': [{ endpoint: '/oauth2/token', kind: 'delay', count: 1, milliseconds: 3_000 }],
  'user as HTML': [{ endpoint: '/v1/user/me', kind: 'html', status: 502, ...once }],
  /** Until the faults are cleared, no sign-in works except automatic logins. */
  'carrier outage': [{ endpoint: 'carrier', kind: 'outage', ...always }],
  /** Every endpoint fails once, each in its own way. */
  'bad day': [
    { endpoint: '/oauth2/authorize', kind: 'delay', count: 1, milliseconds: 2_000 },
    { endpoint: 'carrier', kind: 'outage', ...once },
    { endpoint: '/oauth2/token', ...serverError, status: 503, ...once },
    { endpoint: '/v1/user/me', kind: 'html', status: 502, ...once },
    { endpoint: '/v1/user/disconnect', kind: 'cut', ...once },
  ],
  /** Every response has the alternative format that §2.1, §2.3, and §2.4 allow. */
  'every spelling §2.1 allows': [
    { endpoint: '/oauth2/token', kind: 'string-expires_in', ...always },
    { endpoint: '/v1/user/me', kind: 'empty-error', ...always },
    { endpoint: '/v1/user/me', kind: 'encrypted-agegroup', ...always },
    { endpoint: '/v1/user/me', kind: 'plain-fields', ...always },
    { endpoint: '/v1/user/disconnect', kind: 'empty-error', ...always },
  ],
};
