import type { Case, System } from '../runner/system.ts';

/** A case of the service: a worker of the product, and what it is sent. */
export interface ServiceCase extends Pick<Case, 'name' | 'status' | 'once'> {
  worker: string;
  requests: System['requests'];
  /** Of a case with a hand-written limit. */
  targets?: Case['targets'];
}

/** The persons of a case whose requests can be sent again. */
export const people = 800;

/** An object that is awake has three files open, and a process may often open no more than 20,000. */
export const maxAccounts = 6_300;
