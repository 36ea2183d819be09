import { carrierCodes, carrierNames } from '../../workers/core/protocol/user-record.ts';
import type { RelyingParty } from '../../workers/gateway/settings/relying-parties.ts';
import type { Application } from '../cli/admin-api.ts';
import type { DeploymentConfig } from '../deploy/settings/config.ts';
import type { SettingReader, Text } from './stored-data.ts';

/** A party that receives personal data from the deployment, or provides it. */
export interface Party {
  role: 'application' | 'relying party' | 'carrier' | 'service' | 'page' | 'processor' | 'log export';
  name: string;
  /** What the party is, such as a `client_id` or an address. */
  reference: string;
  /** Attribute names if they are known, otherwise a description. */
  data: readonly string[] | Text;
  purpose: string | Text;
  retention: string | Text;
}

/** A value that only the operator knows. The Markdown marks it as a blank. */
export const blank: Text = { ko: '[작성 필요]', en: '[to be completed]' };

const whileStored: Text = { ko: '위 표의 보유 기간', en: 'The periods in the table above' };

/** Returns the parties of a service. @param applications undefined if they weren't read. */
export function partiesOfService(
  config: Pick<DeploymentConfig, 'settings' | 'carrier' | 'observability'>,
  setting: SettingReader,
  applications: readonly Application[] | undefined,
): Party[] {
  return [
    ...(applications ?? []).map(describeApplication),
    ...carriersOf(config),
    cloudflare(setting),
    ...logExportsOf(config),
  ];
}

function describeApplication(application: Application): Party {
  const { client_id, name, attributes, recipient, purpose, retention } = application;
  return {
    role: 'application',
    name: recipient ? `${name} (${recipient})` : name,
    reference: client_id,
    data: ['plid', ...attributes],
    purpose: purpose || blank,
    retention: retention || blank,
  };
}

function carriersOf({ settings, carrier }: Pick<DeploymentConfig, 'settings' | 'carrier'>): Party[] {
  const data: Text = {
    ko: '이름, 휴대폰 번호, 로그인할 애플리케이션, 브라우저의 종류와 위치',
    en: 'Name, phone number, application, browser, and place',
  };
  const purpose: Text = { ko: '본인 확인과 휴대폰 승인', en: 'Confirm the user, and ask the phone' };
  const own = { role: 'carrier', data, purpose, retention: blank } as const;
  if (carrier !== undefined)
    return [{ ...own, name: carrier.split('/').at(-1) ?? carrier, reference: 'Worker' }];
  return carrierCodes.flatMap((code) => {
    const address = settings[`CARRIER_${code}`];
    return address === undefined ? [] : [{ ...own, name: carrierNames[code], reference: address }];
  });
}

/** Returns the parties of a gateway. */
export function partiesOfGateway(
  config: Pick<DeploymentConfig, 'host' | 'observability'>,
  setting: SettingReader,
): Party[] {
  const own: Text = { ko: '로그인한 이용자 확인', en: 'Know who is signed in' };
  const parties = (setting('OPENID_CLIENTS') ?? []) as readonly RelyingParty[];
  return [
    {
      role: 'service',
      name: String(setting('SERVICE_URL')),
      reference: String(setting('CLIENT_ID')),
      data: {
        ko: '서비스에 등록한 항목(수집 출처)',
        en: 'The attributes registered at the service (source of the data)',
      },
      purpose: own,
      retention: whileStored,
    },
    {
      role: 'page',
      name: config.host,
      reference: '/auth/session',
      data: ['plid', ...((setting('SESSION_ATTRIBUTES') ?? []) as readonly string[])],
      purpose: own,
      retention: { ko: '페이지가 열려 있는 동안', en: 'While the page is open' },
    },
    ...parties.map(
      ({ id, scope, redirect_uris }): Party => ({
        role: 'relying party',
        name: id,
        reference: redirect_uris[0] ?? '',
        data: scope.split(' '),
        purpose: blank,
        retention: blank,
      }),
    ),
    cloudflare(setting),
    ...logExportsOf(config),
  ];
}

/** Cloudflare, which runs the workers and stores their data. */
function cloudflare(setting: SettingReader): Party {
  const region = String(setting('LOCATION_HINT'));
  return {
    role: 'processor',
    name: 'Cloudflare, Inc.',
    reference: `LOCATION_HINT=${region}`,
    data: {
      ko: `위 표의 모든 항목. Durable Objects는 ${region}에 만들도록 요청하지만 보장되지 않습니다. KV, 캐시, 로그는 전 세계에 있습니다`,
      en: `Everything in the table above. Durable Objects are requested in ${region}, without a guarantee. KV, caches, and logs are worldwide`,
    },
    purpose: { ko: '서버 운영과 저장의 위탁(국외 이전)', en: 'Hosting and storage (processing abroad)' },
    retention: {
      ko: '위 표의 보유 기간. 삭제한 Durable Objects의 데이터는 30일 동안 복구할 수 있습니다',
      en: 'The periods in the table above. Deleted data of Durable Objects can be restored for 30 days',
    },
  };
}

/** Where logs and traces are sent to. The settings file contains names of destinations and not the companies. */
function logExportsOf({ observability }: Pick<DeploymentConfig, 'observability'>): Party[] {
  const { logs, traces, logpush, tail_consumers = [] } = observability;
  const destinations = [...(logs?.destinations ?? []), ...(traces?.destinations ?? [])];
  const names = [...new Set(destinations), ...(logpush ? ['Logpush'] : []), ...tail_consumers];
  return names.map((name) => ({
    role: 'log export',
    name,
    reference: 'observability',
    data: { ko: '로그: 이벤트와 이용자의 가명값', en: 'Logs: events with pseudonyms of users' },
    purpose: { ko: '로그 보관과 분석', en: 'Storage and analysis of logs' },
    retention: blank,
  }));
}
