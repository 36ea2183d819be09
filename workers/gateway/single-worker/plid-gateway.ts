export { Flow, User } from './configured-objects.ts';
export { createGateway } from './create-gateway.ts';
