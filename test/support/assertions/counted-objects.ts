import type { ObjectCosts } from '../../../bench/costs/costs.ts';
import { AccessRecords as RealAccessRecords } from '../../../workers/audit/access-records.ts';
import { Flow as RealFlow } from '../../../workers/gateway/objects/flow.ts';
import { User as RealUser } from '../../../workers/gateway/objects/user.ts';
import { Application as RealApplication } from '../../../workers/service/objects/application.ts';
import { Disclosures as RealDisclosures } from '../../../workers/service/objects/disclosures.ts';
import { Phone as RealPhone } from '../../../workers/service/objects/phone.ts';
import { PushedRequest as RealPushedRequest } from '../../../workers/service/objects/pushed-request.ts';
import { Waiting as RealWaiting } from '../../../workers/service/objects/waiting.ts';
import { Account as RealAccount } from '../../../workers/service/routes/objects/index.ts';
import { costsOf, countedState, nextAlarm, takeAlarm, takeCosts } from './counted-storage.ts';

/** The calls of a test to any object of a worker. */
export interface Counted {
  /** The costs of this worker's objects since the last call, by class. */
  takeCosts(): Record<string, ObjectCosts>;
  nextAlarm(): { className: string; id: string; due: number } | undefined;
  /** Runs this object's alarm, at the moment when it is due. */
  runAlarm(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: the classes have environments of their own
type ObjectClass = new (ctx: DurableObjectState, env: any) => { alarm?(): Promise<void> | void };

const realNow = Date.now;

/** A class whose objects count their costs; its own methods are counted when they are called from outside. */
function counted<Class extends ObjectClass>(Real: Class, name: string) {
  class CountedObject extends (Real as ObjectClass) implements Counted {
    readonly #id: DurableObjectId;

    // biome-ignore lint/suspicious/noExplicitAny: as above
    constructor(ctx: DurableObjectState, env: any) {
      super(countedState(ctx, name), env);
      this.#id = ctx.id;
    }

    takeCosts() {
      return takeCosts();
    }

    nextAlarm() {
      return nextAlarm();
    }

    async runAlarm() {
      const due = takeAlarm(name, this.#id);
      Date.now = () => due;
      try {
        await this.alarm?.();
      } finally {
        Date.now = realNow;
      }
    }
  }
  countCalls(CountedObject.prototype, name);
  return CountedObject as unknown as Class;
}

const notCalled = new Set(['constructor', 'alarm', 'takeCosts', 'nextAlarm', 'runAlarm']);

function countCalls(prototype: object, className: string): void {
  let inside = false;
  for (const [name, method] of methodsOf(Object.getPrototypeOf(prototype))) {
    Reflect.set(prototype, name, function (this: object, ...parameters: unknown[]) {
      if (inside) return method.apply(this, parameters);
      const { calls } = costsOf(className);
      calls[name] = (calls[name] ?? 0) + 1;
      inside = true;
      try {
        return method.apply(this, parameters);
      } finally {
        inside = false;
      }
    });
  }
}

type Method = (this: object, ...parameters: unknown[]) => unknown;

/** The methods of a class and of its ancestors, without the runtime's own. */
function methodsOf(prototype: object): Map<string, Method> {
  const above = Object.getPrototypeOf(prototype);
  const isOurs = Object.getPrototypeOf(above) !== Object.prototype && above !== Object.prototype;
  const own = Object.entries(Object.getOwnPropertyDescriptors(prototype))
    .filter(([name, { value }]) => !notCalled.has(name) && typeof value === 'function')
    .map(([name, { value }]) => [name, value as Method] as const);
  return new Map([...(isOurs ? methodsOf(above) : []), ...own]);
}

export const AccessRecords = counted(RealAccessRecords, 'AccessRecords');
export const Account = counted(RealAccount, 'Account');
export const Application = counted(RealApplication, 'Application');
export const Disclosures = counted(RealDisclosures, 'Disclosures');
export const Phone = counted(RealPhone, 'Phone');
export const PushedRequest = counted(RealPushedRequest, 'PushedRequest');
export const Waiting = counted(RealWaiting, 'Waiting');
export const Flow = counted(RealFlow, 'Flow');
export const GatewayAccessRecords = counted(RealAccessRecords, 'AccessRecords');
export const User = counted(RealUser, 'User');

export { default, EventKeys, Reviewers } from '../../../workers/service/routes/objects/index.ts';
