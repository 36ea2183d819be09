import type { Call, Case, System } from '../runner/system.ts';

/** A case of the service: a worker of the product, and what it is sent. */
export interface ServiceCase extends Pick<Case, 'name' | 'status' | 'once' | 'targets'> {
  worker: string;
  requests: System['requests'];
  /** Called for the limit before its first request. @param product asks the product. */
  prepareLimit?(limit: Call, product: Call): Promise<void>;
}

/** The persons of a case whose requests can be sent again. */
export const people = 800;

/** An object that is awake has three files open, and a process may often open no more than 20,000. */
export const maxAccounts = 6_300;
