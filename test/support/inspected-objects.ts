import { Account as RealAccount } from '../../workers/service/objects/account.ts';
import { Application as RealApplication } from '../../workers/service/objects/application.ts';
import { Phone as RealPhone } from '../../workers/service/objects/phone.ts';

/** The service's Durable Objects, with a window for tests: what is at rest in them, and when they wake up next. */
export interface AtRest {
  /** Every row of every table of ours, and every key, as JSON. */
  stored: string;
  /** When the next alarm runs, in milliseconds since 1970. */
  alarm: number | null;
}

async function inspect({ storage }: DurableObjectState): Promise<AtRest> {
  const tables = [
    ...storage.sql.exec<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_*'",
    ),
  ];
  const rows = tables.map(
    ({ name }) => [name, storage.sql.exec(`SELECT * FROM "${name}"`).toArray()] as const,
  );
  const stored = {
    ...Object.fromEntries(rows.filter(([, found]) => found.length > 0)),
    ...Object.fromEntries(storage.kv.list()),
  };
  return { stored: JSON.stringify(stored), alarm: await storage.getAlarm() };
}

export class Account extends RealAccount {
  atRest(): Promise<AtRest> {
    return inspect(this.ctx);
  }
}

export class Application extends RealApplication {
  atRest(): Promise<AtRest> {
    return inspect(this.ctx);
  }
}

export class Phone extends RealPhone {
  atRest(): Promise<AtRest> {
    return inspect(this.ctx);
  }
}

export { default } from '../../workers/service/objects/index.ts';
