import type { MarkdownRenderer } from 'vitepress';
import { languageOf } from '../contents.ts';
import { pageOf } from '../links.ts';

const copyButton = '<button title="Copy Code" class="copy"></button>';

/** The label of code that doesn't run alone: its info string contains `fragment`. */
const isFragment = (info: string): boolean => /\sfragment\b/.test(info);

/**
 * Names the copy button of code in Korean on Korean pages, because VitePress has one name for all languages. A fragment
 * has a label instead of the button.
 */
export function copyButtons(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (...parameters) => {
    const html = fence?.(...parameters) ?? '';
    const [tokens, index, , env] = parameters;
    const isKorean = languageOf(pageOf(env)) === 'ko';
    if (isFragment(tokens[index]?.info ?? ''))
      return html.replace(copyButton, `<span class="fragment">${isKorean ? '일부 코드' : 'Fragment'}</span>`);
    return isKorean ? html.replace('<button title="Copy Code"', '<button title="코드 복사"') : html;
  };
}
