import type { MarkdownRenderer } from 'vitepress';
import { pageOf } from '../links.ts';

/** Names the copy button of code in Korean on Korean pages, because VitePress has one name for all languages. */
export function koreanCopyButton(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (...parameters) => {
    const html = fence?.(...parameters) ?? '';
    const isKorean = pageOf(parameters[3]).startsWith('ko/');
    return isKorean ? html.replace('<button title="Copy Code"', '<button title="코드 복사"') : html;
  };
}
