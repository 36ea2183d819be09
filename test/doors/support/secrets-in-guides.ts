import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../support/world/test-workers.ts';

/** A secret's value that a guide or an example contains. */
export interface SecretInGuide {
  file: string;
  name: string;
  value: string;
}

/** Names of secrets in files of variables, code, and configurations. */
const name = String.raw`\b([\w-]*(?:_KEY|KEYS|SECRET|_TOKEN|[cC]lientSecret|client_secret|client-secret|cookieKey))`;
/** The value after the name, quoted or up to the end of the line. */
const assigned = new RegExp(
  String.raw`${name}["']?\s*[=:]\s*(?:"([^"\n]+)"|'([^'\n]+)'|([^\s"'][^\n]*))`,
  'g',
);

/** A value that the reader replaces, that a program computes, or that is read from elsewhere. */
const isComputed = (value: string): boolean =>
  value.length < 16 ||
  /[…<>(){}$[\]`;|]|process\.env|^op:|^\w+[.,]|^PLID_|^[A-Z_]+ \?\?|\p{Script=Hangul}/u.test(value);

/** Returns every secret in the guides in both languages, the examples, the READMEs, and the generated projects. */
export function secretsInGuides(): SecretInGuide[] {
  return filesOf(
    'docs',
    'README.md',
    'README.ko.md',
    'packages/plid/README.md',
    'packages/plid/README.ko.md',
    'packages/plid/command',
  ).flatMap((file) => secretsOf(file, readFileSync(path.join(root, file), 'utf8')));
}

const secretsOf = (file: string, text: string): SecretInGuide[] =>
  [...text.matchAll(assigned)]
    .map(([, name = '', ...values]) => ({ file, name, value: withoutVariable(values.find(Boolean) ?? '') }))
    .filter(({ value }) => !isComputed(value));

/** Returns the default in `${NAME:default}`, as in configurations of Spring. */
const withoutVariable = (value: string): string => value.trim().replace(/^\$\{\w+:(.+)\}$/, '$1');

function filesOf(...entries: string[]): string[] {
  return entries.flatMap((entry) => {
    if (/\.\w+$/.test(entry) && !entry.startsWith('docs/examples/nextjs/.')) return [entry];
    return readdirSync(path.join(root, entry), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && !/\.(?:svg|png|jpg|lock|jar)$|package-lock/.test(file.name))
      .map((file) => path.relative(root, path.join(file.parentPath, file.name)))
      .filter((file) => !file.includes('node_modules'));
  });
}
