import type { MarkdownRenderer } from 'vitepress';
import { isComment, type Token } from './tokens.ts';

/**
 * Lays out the first page: what is between `<!-- hero -->` and `<!-- /hero -->` is its head, and the table between
 * `<!-- doors -->` and `<!-- /doors -->` is a list of links, one per row. GitHub shows plain text and the table.
 */
export function front(md: MarkdownRenderer): void {
  md.renderer.rules.front_markup = (tokens, index) => tokens[index]?.content ?? '';
  md.core.ruler.push('front', (state) => {
    const html = (content: string) =>
      Object.assign(new state.Token('front_markup', '', 0), { content: `${content}\n` });
    const doors = (tokens: Token[]) => {
      const cells = tokens.filter(
        ({ type }, index) => type === 'inline' && tokens[index - 1]?.type === 'td_open',
      );
      const items = cells.flatMap((cell, index) =>
        index % 2 === 0 ? [html('<li><strong>'), cell, html('</strong>')] : [cell, html('</li>')],
      );
      return [html('<ul class="doors">'), ...items, html('</ul>')];
    };
    const hero = (tokens: Token[]) => [html('<div class="hero">'), ...tokens, html('</div>')];
    for (const [name, layOut] of Object.entries({ hero, doors })) {
      const start = state.tokens.findIndex((token) => isComment(token, name));
      const end = state.tokens.findIndex((token) => isComment(token, `/${name}`));
      if (start >= 0 && end > start)
        state.tokens.splice(start, end - start + 1, ...layOut(state.tokens.slice(start + 1, end)));
    }
  });
}
