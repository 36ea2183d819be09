export { crypto } from './crypto.ts';
export { http } from './http.ts';
export { storage } from './storage.ts';
export { worker } from './worker.ts';
