import type { MarkdownRenderer } from 'vitepress';

const names = ['한국어', 'English'];

/** Omits the paragraph that only links to the other language: the site has a menu for it. */
export function omitLanguageLink(md: MarkdownRenderer): void {
  md.core.ruler.push('language_link', ({ tokens }) => {
    const at = tokens.findIndex(
      ({ type, children }) =>
        type === 'inline' &&
        children?.length === 3 &&
        children[0]?.type === 'link_open' &&
        names.includes(children[1]?.content ?? ''),
    );
    // The paragraph's start and end are next to its content.
    if (at > 0) tokens.splice(at - 1, 3);
  });
}
