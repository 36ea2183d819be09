import { expect, test } from 'vitest';
import { faultsOfImports } from '../checks/imports.ts';

const faultsOf = (file: string, specifier: string, form = 'import { x } from') =>
  faultsOfImports(new Map([[file, `${form} '${specifier}';`]]));

test('every import in the repository follows the order of the rings', () =>
  expect(faultsOfImports()).toEqual([]));

test.each([
  ['workers/service/routes/token/index.ts', '../../../../sandbox/fault.ts'],
  ['workers/core/worker/endpoint.ts', '../../service/tokens/codes.ts'],
  ['workers/core/protocol/json.ts', '../../../packages/plid/client/index.ts'],
  ['workers/service/routes/token/index.ts', '../../../gateway/sessions/find-session.ts'],
  ['packages/plid/client/index.ts', '../../../workers/pages/layout.tsx'],
  ['tools/terminal/io.ts', '../../admin/cli/program.ts'],
  ['sandbox/start/command.ts', '../../admin/cli/program.ts'],
  ['sandbox/start/command.ts', '../test/support/terminal.ts'],
  ['admin/cli/program.ts', '../../test/support/seed.ts'],
  ['admin/cli/program.ts', '../../bench/bench.ts'],
  ['workers/service/sign-in/consent/consent.ts', '../../features/reviewers/review-page.tsx'],
  ['workers/service/features/app-start/start-page.tsx', '../reviewers/review-page.tsx'],
  ['workers/gateway/single-worker/create-gateway.ts', '../features/guard/guard-decision.ts'],
])('%s must not import %s, types included', (file, specifier) => {
  for (const form of ['import { x } from', 'import type { X } from', 'export * from', 'await import('])
    expect(faultsOf(file, specifier, form), form).toHaveLength(1);
});

test.each([
  ['workers/service/routes/token/index.ts', '../../../core/worker/endpoint.ts'],
  ['packages/plid/client/index.ts', '../../../workers/core/crypto/bytes.ts'],
  ['workers/gateway/single-worker/guard.ts', '../features/guard/guard-decision.ts'],
  ['sandbox/start/command.ts', '../../tools/terminal/io.ts'],
  ['workers/service/routes/authorize/index.ts', '../../features/reviewers/review-method.ts'],
  ['workers/service/features/reviewers/review-method.ts', './review-page.tsx'],
  ['admin/cli/admin-token.ts', '../../sandbox/start/secrets.ts'],
  ['admin/test/deploy/deploy.test.ts', '../../../test/support/seed.ts'],
  ['bench/cpu.ts', '../test/support/world/world.ts'],
])('%s may import %s', (file, specifier) => {
  expect(faultsOf(file, specifier)).toEqual([]);
});
