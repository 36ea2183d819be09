import type { MarkdownOptions } from 'vitepress';
import { anchorOf } from '../../tools/package/anchor-of.ts';
import { markdownPlugins } from './index.ts';

/** How the site renders Markdown. */
export const markdown: MarkdownOptions = {
  theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  anchor: { slugify: anchorOf },
  config(md) {
    for (const plugin of markdownPlugins) md.use(plugin);
  },
};
