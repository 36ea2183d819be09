import { type Fault, maxCount } from './fault.ts';

export const presetNames = ['carrier outage', 'every spelling §2.1 allows', 'bad day'] as const;
type PresetName = (typeof presetNames)[number];

const spelling = { count: maxCount, milliseconds: 0 };

/** Groups of faults, by name. */
export const presets: Record<PresetName, readonly Fault[]> = {
  /** Until the faults are cleared, no sign-in works except automatic logins. */
  'carrier outage': [{ endpoint: 'carrier', kind: 'outage', count: maxCount, milliseconds: 0 }],
  /** Every response has the alternative format that §2.1, §2.3, and §2.4 allow. */
  'every spelling §2.1 allows': [
    { endpoint: '/oauth2/token', kind: 'string-expires_in', ...spelling },
    { endpoint: '/v1/user/me', kind: 'empty-error', ...spelling },
    { endpoint: '/v1/user/me', kind: 'encrypted-agegroup', ...spelling },
    { endpoint: '/v1/user/me', kind: 'plain-fields', ...spelling },
    { endpoint: '/v1/user/disconnect', kind: 'empty-error', ...spelling },
  ],
  /** Every endpoint fails once, each in its own way. */
  'bad day': [
    { endpoint: '/oauth2/authorize', kind: 'delay', count: 1, milliseconds: 2_000 },
    { endpoint: 'carrier', kind: 'outage', count: 1, milliseconds: 0 },
    {
      endpoint: '/oauth2/token',
      kind: 'error',
      status: 503,
      error: 'server_error',
      message: '',
      count: 1,
      milliseconds: 0,
    },
    { endpoint: '/v1/user/me', kind: 'html', status: 502, count: 1, milliseconds: 0 },
    { endpoint: '/v1/user/disconnect', kind: 'cut', count: 1, milliseconds: 0 },
  ],
};
