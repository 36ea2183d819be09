import { DurableObject, WorkerEntrypoint } from 'cloudflare:workers';

/** Stands in for the workers around the one whose start is measured: present, but empty. */
export class Account extends DurableObject {}
export class Application extends DurableObject {}
export class Phone extends DurableObject {}
export class Flow extends DurableObject {}
export class User extends DurableObject {}
export class AppSessions extends WorkerEntrypoint {}
export class EventKeys extends WorkerEntrypoint {}
export class Gateway extends WorkerEntrypoint {}
export class GuardPages extends WorkerEntrypoint {}
export class Signer extends WorkerEntrypoint {}

export default { fetch: () => new Response('', { status: 404 }) };
