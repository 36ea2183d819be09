import * as v from 'valibot';
import manifest from '../../packages/plid/package.json' with { type: 'json' };
import type { Half } from '../../tools/configuration/index.ts';
import type { Language } from '../../workers/core/http/language.ts';
import type { ListedWorker } from '../../workers/workers.ts';
import type { Application } from '../cli/admin-api.ts';
import { checkSettings } from '../deploy/settings/check-settings.ts';
import type { DeploymentConfig } from '../deploy/settings/config.ts';
import { selectWorkers } from '../deploy/settings/select-workers.ts';
import { dateInKorea } from '../korean-time.ts';
import { gatewayData } from './gateway-data.ts';
import { type Party, partiesOfGateway, partiesOfService } from './recipients.ts';
import { serviceData, serviceStoresWithoutPersonalData } from './service-data.ts';
import {
  formatRetention,
  type Place,
  type SettingReader,
  type StoredData,
  type StoreWithoutPersonalData,
  type Text,
} from './stored-data.ts';

/** The data of each part of a deployment. */
const storedData: Record<Half, readonly StoredData[]> = { service: serviceData, gateway: gatewayData };
const storesWithoutPersonalData: Record<Half, readonly StoreWithoutPersonalData[]> = {
  service: serviceStoresWithoutPersonalData,
  gateway: [],
};

/** The places that the register describes, including those without personal data. */
export const placesOf = (half: Half): Place[] =>
  [...storedData[half], ...storesWithoutPersonalData[half]].map(({ place }) => place);

/** The register of one service or gateway, with all texts in one language. */
export interface Register {
  release: string;
  half: Half;
  deployment: string;
  host: string;
  /** Date in Korea. */
  created: string;
  operator: { name?: string; privacy?: string; support?: string };
  stored: {
    place: string;
    data: string;
    purpose: string;
    protection: string;
    retention: string;
    /** Missing if the data is stored until something happens. */
    seconds?: number;
  }[];
  withoutPersonalData: { place: string; reason: string }[];
  parties: {
    role: Party['role'];
    name: string;
    reference: string;
    data: string;
    purpose: string;
    retention: string;
  }[];
  /** Whether the service's applications were read. Missing for a gateway. */
  applicationsRead?: boolean;
}

interface Source {
  config: DeploymentConfig;
  listed: readonly ListedWorker[];
  /** The service's applications. Undefined if they weren't read. */
  applications?: readonly Application[] | undefined;
  /** In milliseconds since 1970. */
  now: number;
}

/** Creates the register of a deployment from its settings and the code's lifetimes. @throws {Failure} */
export function createRegister({ config, listed, applications, now }: Source, language: Language): Register {
  const { half, name, host } = config;
  const workers = selectWorkers(listed, config);
  const setting = settingReader(workers, checkSettings(workers, listed, config));
  const parties =
    half === 'service' ? partiesOfService(config, setting, applications) : partiesOfGateway(config, setting);
  const text = (value: string | Text) => (typeof value === 'string' ? value : value[language]);
  const optional = (from: string) => config.settings[from];
  const operator = {
    name: optional(half === 'service' ? 'OPERATOR_NAME' : 'APP_NAME'),
    privacy: optional('PRIVACY_URL'),
    support: optional('SUPPORT_URL'),
  };
  return {
    release: manifest.version,
    half,
    deployment: name,
    host,
    created: dateInKorea(now / 1000),
    operator: withoutUndefined(operator),
    stored: storedData[half].map(({ place, data, purpose, protection, retention }) => {
      const kept = retention(setting);
      return {
        place: describePlace(place),
        data: text(data),
        purpose: text(purpose),
        protection: text(protection),
        retention: formatRetention(kept, language),
        ...('seconds' in kept && { seconds: kept.seconds }),
      };
    }),
    withoutPersonalData: storesWithoutPersonalData[half].map(({ place, reason }) => ({
      place: describePlace(place),
      reason: text(reason),
    })),
    parties: parties.map(({ role, name: party, reference, data, purpose, retention }) => ({
      role,
      name: party,
      reference,
      data: Array.isArray(data) ? data.join(', ') : text(data as Text),
      purpose: text(purpose),
      retention: text(retention),
    })),
    ...(half === 'service' && { applicationsRead: applications !== undefined }),
  };
}

/** Returns the values of settings as the workers read them. */
function settingReader(workers: readonly ListedWorker[], vars: Record<string, string>): SettingReader {
  return (name) => {
    const worker = workers.find(({ schema }) => name in schema.entries);
    const entry = worker?.schema.entries[name] as v.GenericSchema | undefined;
    const result = entry && v.safeParse(entry, vars[name]);
    return result?.success ? result.output : undefined;
  };
}

/** Describes a place in Cloudflare's words, which are the same in both languages. */
function describePlace(place: Place): string {
  if ('object' in place) return `Durable Object ${place.object}`;
  if ('kv' in place) return `KV ${place.kv}`;
  const names = { cookie: 'Cookie', log: 'Workers Logs', 'edge cache': 'Cache', nowhere: '-' };
  return names[place.elsewhere];
}

const withoutUndefined = <Value extends object>(values: Value) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Value]?: NonNullable<Value[Name]>;
  };
