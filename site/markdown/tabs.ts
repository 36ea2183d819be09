import type { MarkdownRenderer } from 'vitepress';
import { isComment, type Token } from './tokens.ts';

type TokenType = new (type: string, tag: string, nesting: -1 | 0 | 1) => Token;

/**
 * Shows the sections between `<!-- tabs -->` and `<!-- /tabs -->` as tabs, one per heading of the first one's level.
 * GitHub shows the same sections one after the other.
 */
export function tabs(md: MarkdownRenderer): void {
  md.renderer.rules.tabs_markup = (tokens, index) => tokens[index]?.content ?? '';
  md.core.ruler.push('tabs', (state) => {
    const { tokens, Token } = state;
    let groups = 0;
    for (let start = 0; start < tokens.length; start++) {
      if (!isComment(tokens[start] as Token, 'tabs')) continue;
      const end = tokens.findIndex((token, index) => index > start && isComment(token, '/tabs'));
      if (end === -1) throw new Error('<!-- tabs --> has no <!-- /tabs -->.');
      const group = tabGroup(tokens.slice(start + 1, end), `tabs-${++groups}`, Token);
      tokens.splice(start, end - start + 1, ...group);
      start += group.length - 1;
    }
  });
}

function tabGroup(tokens: Token[], name: string, Token: TokenType): Token[] {
  const html = (content: string) => Object.assign(new Token('tabs_markup', '', 0), { content });
  const level = tokens.find(({ type }) => type === 'heading_open')?.tag;
  // The heading of a tab becomes its label, so the next level follows the heading above the tabs.
  for (const token of tokens)
    if (token.type === 'heading_open' && token.tag !== level)
      token.attrSet('aria-level', String(Number(token.tag.slice(1)) - 1));
  const starts = tokens.flatMap(({ type, tag }, index) =>
    type === 'heading_open' && tag === level ? [index] : [],
  );
  const sections = starts.map((start, index) => ({
    label: tokens[start + 1]?.content ?? '',
    // The heading is its tab's label. A link to it finds the section.
    id: tokens[start]?.attrGet('id') ?? '',
    content: tokens.slice(start + 3, starts[index + 1]),
  }));
  const inputs = sections.map(
    ({ label, id }, index) =>
      `<input type="radio" name="${name}" id="tab-${id}"${index === 0 ? ' checked' : ''}><label data-title="${label}" for="tab-${id}">${label}</label>`,
  );
  return [
    html(
      `<div class="vp-code-group vp-adaptive-theme"><div class="tabs">${inputs.join('')}</div><div class="blocks">\n`,
    ),
    ...sections.flatMap(({ id, label, content }, index) => [
      html(`<div class="vp-block${index === 0 ? ' active' : ''}" id="${id}">\n`),
      // Screen readers would miss the level between the page's heading and those of the section.
      ...(content.some(({ type }) => type === 'heading_open')
        ? [
            html(
              `<div role="heading" aria-level="${level?.slice(1)}" class="visually-hidden">${label}</div>\n`,
            ),
          ]
        : []),
      ...content,
      html('</div>\n'),
    ]),
    html('</div></div>\n'),
  ];
}
