import { createHash } from 'node:crypto';
import { renderMermaidSVG } from 'beautiful-mermaid';
import type { MarkdownRenderer } from 'vitepress';

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Reads a line such as `accTitle: The parts`. @throws {Error} if it is missing. */
function lineOf(source: string, name: string): string {
  const [, text] = new RegExp(`^\\s*${name}:\\s*(.+)$`, 'm').exec(source) ?? [];
  if (text === undefined) throw new Error(`A Mermaid diagram needs a line "${name}: …":\n${source}`);
  return escapeHtml(text);
}

/**
 * Renders a Mermaid diagram as SVG. The site's colors apply (theme/style.css), so that the diagram follows the dark
 * mode. Screen readers read its `accTitle` and `accDescr`. @throws {Error} if one of them is missing.
 */
export function renderDiagram(source: string): string {
  const [title, description] = [lineOf(source, 'accTitle'), lineOf(source, 'accDescr')];
  // The renderer knows neither these lines nor numbered messages.
  const drawn = source.replaceAll(/^\s*(?:acc(?:Title|Descr):.*|autonumber)$\n?/gm, '');
  const id = `diagram-${createHash('sha256').update(source).digest('hex').slice(0, 8)}`;
  const svg = renderMermaidSVG(drawn)
    .replaceAll(/((?<![-\w])id="|url\(#)/g, `$1${id}-`)
    .replace(/<style>.*?<\/style>/s, `<desc id="${id}">${description}</desc>`)
    .replace(/^<svg [^>]*?(viewBox="[^"]*") width="([^"]*)"[^>]*>\s*/, (_, viewBox, width) => {
      const label = `role="img" aria-label="${title}" aria-describedby="${id}"`;
      return `<svg ${viewBox} style="max-width: ${Math.ceil(Number(width))}px" ${label}>`;
    })
    .replaceAll(/\n\s*/g, '\n');
  return `<div class="diagram" tabindex="0" v-pre>${svg}</div>\n`;
}

/** Renders fences with the language `mermaid`. */
export function diagrams(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    if (token?.info.trim() === 'mermaid') return renderDiagram(token.content);
    return fence?.(tokens, index, ...rest) ?? '';
  };
}
