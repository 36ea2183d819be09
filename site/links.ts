import { existsSync } from 'node:fs';
import path from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { publication } from '../packages/plid/command/publication.ts';
import { contracts, docs, findPages, root, urlOf } from './contents.ts';

const pages = new Set(findPages());

/**
 * Returns the target of a link on the site. Links to pages lead to the site, and links to other files lead to the
 * repository on the web. The result is undefined if the repository has no address yet.
 * @param file the page with the link, as a path below `docs/`.
 */
export function targetOf(
  href: string,
  file: string,
  repository = publication?.repository,
): string | undefined {
  const [, target = '', rest = ''] = /^([^?#]*)(.*)$/.exec(href) ?? [];
  if (target === '' || /^(?:\w+:|\/)/.test(target)) return href;
  const resolved = path.posix.join(path.posix.dirname(file), decodeURI(target));
  if (pages.has(resolved)) return urlOf(resolved) + rest;
  if (contracts.includes(resolved)) return `/${resolved}`;
  const inRepository = path.posix.join('docs', resolved).replace(/\/$/, '');
  // VitePress reports the link, because there is no such page.
  if (!existsSync(path.join(root, inRepository))) return href;
  return repository && `${repository}/blob/HEAD/${inRepository}${rest}`;
}

/** The environment that VitePress renders Markdown with. `path` of a README.md is that of its index.html. */
interface PageEnv {
  path: string;
  realPath?: string;
}

/** Returns the path of the rendered page below `docs/`. */
export const pageOf = (env: PageEnv): string =>
  path.relative(docs, env.realPath ?? env.path).replaceAll(path.sep, '/');

/** Resolves the links of pages. Without an address of the repository, a link to a file becomes its path. */
export function resolveLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('links', ({ tokens, env }) => {
    for (const { children } of tokens) {
      const opened: boolean[] = [];
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const href = token.attrGet('href') ?? '';
          const target = targetOf(href, pageOf(env));
          opened.push(target !== undefined);
          if (target !== undefined) token.attrSet('href', target);
          else
            Object.assign(token, {
              type: 'file_open',
              tag: 'span',
              attrs: [['title', href.replace(/^(?:\.\.\/)+/, '')]],
            });
        } else if (token.type === 'link_close' && opened.pop() === false)
          Object.assign(token, { type: 'file_close', tag: 'span' });
      }
    }
  });
}
