import type { MarkdownRenderer } from 'vitepress';

/** Renders indented code like fenced code, with a copy button. */
export function indentedCode(md: MarkdownRenderer): void {
  md.core.ruler.push('indented_code', ({ tokens }) => {
    for (const token of tokens) {
      if (token.type === 'code_block') Object.assign(token, { type: 'fence', info: 'sh', markup: '```' });
    }
  });
}
