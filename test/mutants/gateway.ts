import { gatewayAlarms } from './gateway-alarms.ts';
import { gatewayAround } from './gateway-around.ts';
import { gatewayOpenId } from './gateway-openid.ts';
import { gatewaySessions } from './gateway-sessions.ts';
import { gatewaySignIn } from './gateway-sign-in.ts';
import type { Mutant } from './mutant.ts';

export const gateway: readonly Mutant[] = [
  ...gatewaySignIn,
  ...gatewaySessions,
  ...gatewayOpenId,
  ...gatewayAlarms,
  ...gatewayAround,
];
