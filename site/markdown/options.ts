import type { MarkdownOptions } from 'vitepress';
import { markdownPlugins } from './index.ts';

/** How the site renders Markdown. */
export const markdown: MarkdownOptions = {
  theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  // As GitHub spells them.
  anchor: {
    slugify: (heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
  },
  config(md) {
    for (const plugin of markdownPlugins) md.use(plugin);
  },
};
