/** Replaces `cloudflare:workers` when workers are only listed, not run (load-workers.ts). */
export class DurableObject {}
export class WorkerEntrypoint {}
export const waitUntil = (): void => undefined;
