import type { MarkdownRenderer } from 'vitepress';

/** HTML that documents use. GitHub shows it too. */
const allowed =
  /^(?:<!--.*-->|<\/?(?:a|br|details|summary|kbd|sub|sup)(?: (?:id|href)="[^"<>]*"| open)* ?\/?>|[^<])*$/s;

/** Shows other HTML as text. A placeholder such as `<name>` would otherwise be an element that never ends. */
export function harmlessHtml(md: MarkdownRenderer): void {
  for (const name of ['html_inline', 'html_block'] as const) {
    md.renderer.rules[name] = (tokens, index) => {
      const content = tokens[index]?.content ?? '';
      return allowed.test(content) ? content : md.utils.escapeHtml(content);
    };
  }
}
