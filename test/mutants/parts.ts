import { core } from './core.ts';
import * as earlier from './earlier/index.ts';
import { gateway } from './gateway.ts';
import type { Mutant } from './mutant.ts';
import { sandbox } from './sandbox.ts';
import * as service from './service/index.ts';

export const parts: Record<string, readonly Mutant[]> = {
  core,
  service: Object.values(service).flat(),
  gateway,
  sandbox,
  earlier: Object.values(earlier).flat(),
};
