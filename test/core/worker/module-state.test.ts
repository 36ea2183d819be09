import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Node, parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { root } from '../../support/world/bundles.ts';

/** The values that an isolate keeps between requests outside a `Memo`, whose size is limited, with what limits each. */
const known: Record<string, string> = {
  'workers/gateway/sessions/kv-circuit-breaker.ts silentSince': 'a number',
  'workers/gateway/single-worker/configured-objects.ts settingsOf': 'a function',
  'workers/gateway/upstream/published-keys.ts latest': 'the keys of one service',
  'workers/service/authorize/app-initiated/supported-starts.ts unsupportedSince':
    'one entry for each carrier',
};

const deployed = globSync(
  '{workers/{core,service,gateway}/**/*.{ts,tsx},packages/plid/{crypto,carrier,client,fields,http,identity,protocol,web}/**/*.ts}',
  {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  },
);

/** Whether a value starts empty, and so is there to be filled. A `WeakMap` ends with its keys. */
function isEmpty(init: Node | null): boolean {
  if (init?.type === 'ArrayExpression') return init.elements.length === 0;
  if (init?.type === 'ObjectExpression') return init.properties.length === 0;
  if (init?.type !== 'NewExpression' || init.callee.type !== 'Identifier') return false;
  return ['Array', 'Map', 'Set'].includes(init.callee.name) && init.arguments.length === 0;
}

/** The variables at the top of a module that can grow or change. */
function stateOf(file: string): string[] {
  const { program } = parseSync(file, readFileSync(path.join(root, file), 'utf8'));
  const declarations = program.body.map((statement) =>
    statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement,
  );
  return declarations.flatMap((declared) => {
    if (declared?.type !== 'VariableDeclaration') return [];
    const stateful = declared.declarations.filter(({ init }) => declared.kind !== 'const' || isEmpty(init));
    return stateful.map(({ id }) => `${file} ${id.type === 'Identifier' ? id.name : id.type}`);
  });
}

test('a deployed worker keeps only bounded data in memory between requests', () => {
  expect(deployed.length).toBeGreaterThan(300);
  expect(
    deployed.flatMap(stateOf).sort(),
    'Use a Memo (packages/plid/crypto/memo.ts), or name what limits it here.',
  ).toEqual(Object.keys(known).sort());
});
