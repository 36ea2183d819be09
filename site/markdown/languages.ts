import type { MarkdownRenderer } from 'vitepress';
import { javaScriptOf, languagesComment } from '../../tools/package/javascript-of.ts';
import type { Token } from './tokens.ts';

/**
 * Shows TypeScript with types in two tabs, TypeScript and JavaScript, after the comment, up to the end of its section.
 * On GitHub a reader sees only TypeScript. A choice counts for the whole page (.vitepress/theme/chosen-language.ts).
 */
export function languages(md: MarkdownRenderer): void {
  md.renderer.rules.languages_markup = (tokens, index) => tokens[index]?.content ?? '';
  md.core.ruler.push('languages', (state) => {
    const { tokens, Token } = state;
    const html = (content: string) => Object.assign(new Token('languages_markup', '', 0), { content });
    let groups = 0;
    /** The level of the last heading, and of the section with the comment: `h2`. */
    let [level, section] = ['h6', ''];
    state.tokens = tokens.flatMap((token): Token[] => {
      if (token.type === 'heading_open') {
        level = token.tag;
        if (level <= section) section = '';
      }
      if (token.type === 'html_block' && token.content.trim() === languagesComment) section = level;
      if (section === '' || token.type !== 'fence' || !/^tsx?(?: |$)/.test(token.info)) return [token];
      const javaScript = javaScriptOf(token.content);
      if (javaScript === token.content || javaScript === '') return [token];
      const script = Object.assign(new Token('fence', 'code', 0), {
        ...{ markup: token.markup, block: true },
        info: token.info.replace('ts', 'js'),
        content: javaScript,
      });
      token.info += ' active';
      return [html(tabsOf(`language-${++groups}`)), token, script, html('</div></div>\n')];
    });
  });
}

const tabsOf = (name: string): string => {
  const tabs = ['TypeScript', 'JavaScript'].map(
    (label, index) =>
      `<input type="radio" name="${name}" id="${name}-${index}" value="${index}"${index === 0 ? ' checked' : ''}>` +
      `<label data-title="${label}" for="${name}-${index}">${label}</label>`,
  );
  return `<div class="vp-code-group vp-adaptive-theme"><div class="tabs">${tabs.join('')}</div><div class="blocks">\n`;
};
