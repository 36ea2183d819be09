import { expect, test } from 'vitest';
import { inJavaScript, javaScriptOf } from '../package/javascript-of.ts';

test('JavaScript is the text of TypeScript without types', () => {
  const source = `import type { Context } from 'hono';
import { Hono, type Next } from 'hono';

type User = { name: string };

declare module 'hono' {
  interface ContextVariableMap {
    user: User | undefined;
  }
}

// The users.
const users = new Map<string, User>();
const shared = globalThis as { users?: Map<string, User> };
export const greet = async (user: User, next: Next): Promise<string> => \`type User = \${user.name}\`;
export type Greeting = ReturnType<typeof greet>;
`;
  expect(javaScriptOf(source)).toBe(`import { Hono } from 'hono';

// The users.
const users = new Map();
const shared = globalThis;
export const greet = async (user, next) => \`type User = \${user.name}\`;
`);
});

test.each(['enum Kind {\n  One,\n}\nconst two: Kind = Kind.One;\n', 'const two: number = one!;\n'])(
  '%j is refused, because its JavaScript would need more than an omission',
  (source) => {
    expect(() => javaScriptOf(source)).toThrow('Not JavaScript');
  },
);

test('options without a statement are the same in both languages', () => {
  const options = '  failures: {\n    failed: ({ status }) => new Response(null, { status }),\n  },\n';
  expect(javaScriptOf(options)).toBe(options);
});

test('files get the names of JavaScript', () => {
  const names = ['.env', 'sign-in.ts', 'server.mts', 'app/page.tsx', 'src/app.d.ts', 'page.svelte'];
  const files = names.map((file) => ({ file, text: '' }));
  expect(inJavaScript(files).map(({ file }) => file)).toEqual([
    ...['.env', 'sign-in.js', 'server.mjs', 'app/page.js', 'page.svelte'],
  ]);
});
