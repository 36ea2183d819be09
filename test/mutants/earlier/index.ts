export { gateway } from './gateway.ts';
export { service } from './service.ts';
