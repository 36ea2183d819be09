export { createGateway } from './create-gateway.ts';
export { Flow, User } from './objects.ts';
