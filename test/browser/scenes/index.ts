import { accountScenes } from './account-scenes.ts';
import { demoScenes } from './demo-scenes.ts';
import { gatewayScenes } from './gateway-scenes.ts';
import { packageScenes } from './package-scenes.ts';
import { passkeyScenes } from './passkey-scenes.ts';
import { reviewScenes } from './review-scenes.ts';
import { sandboxScenes } from './sandbox-scenes.ts';
import type { Scene } from './scene.ts';
import { signInScenes } from './sign-in-scenes.ts';

/** Every page in every state: the list over which every check of the pages runs. */
export const scenes: readonly Scene[] = [
  ...signInScenes,
  ...reviewScenes,
  ...accountScenes,
  ...gatewayScenes,
  ...sandboxScenes,
  ...demoScenes,
  ...packageScenes,
  ...passkeyScenes,
];
