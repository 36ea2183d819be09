/** Replaces `cloudflare:workers` where the workers are only listed, not run (load-workers.ts). */
export class DurableObject {}
export class WorkerEntrypoint {}
