import type { MarkdownRenderer } from 'vitepress';

export type Token = ReturnType<MarkdownRenderer['parse']>[number];

/** Whether a token is only the comment `<!-- text -->`. */
export const isComment = (token: Token, text: string): boolean =>
  token.type === 'html_block' && token.content.trim() === `<!-- ${text} -->`;
