import { createHash } from 'node:crypto';
import { renderMermaidSVG } from 'beautiful-mermaid';
import type { MarkdownRenderer } from 'vitepress';
import { languageOf } from '../contents.ts';
import { pageOf } from '../links.ts';
import { escapeHtml } from './escape-html.ts';
import { drawSequence, parseSequence } from './sequence-diagram.ts';

/** Reads a line such as `accTitle: The parts`. @throws {Error} if it is missing. */
function lineOf(source: string, name: string): string {
  const [, text] = new RegExp(`^\\s*${name}:\\s*(.+)$`, 'm').exec(source) ?? [];
  if (text === undefined) throw new Error(`A Mermaid diagram needs a line "${name}: …":\n${source}`);
  return escapeHtml(text);
}

/** Shown above a diagram that is wider than the page. */
const scrollHint = {
  en: 'Scroll sideways to see the whole diagram',
  ko: '옆으로 밀면 그림 전체를 볼 수 있습니다',
};

/** Size of all text in units of the drawing. The renderer leaves room for 13 units of a font that is narrower than some. */
const drawnFontSize = 12;
/** Size of all text on the screen, in CSS pixels. */
const fontSize = 14;

/**
 * Renders a Mermaid diagram. The site's colors apply (theme/diagrams.css), so that the diagram follows the dark
 * mode. Screen readers read its `accTitle` and `accDescr`. @throws {Error} if one of them is missing.
 */
export function renderDiagram(source: string, language: keyof typeof scrollHint = 'en'): string {
  const [title, description] = [lineOf(source, 'accTitle'), lineOf(source, 'accDescr')];
  if (source.trimStart().startsWith('sequenceDiagram')) {
    const drawn = drawSequence(parseSequence(source));
    return `<figure class="diagram" role="group" aria-label="${title}" v-pre>${drawn}</figure>\n`;
  }
  const { svg, width } = drawSvg(source, title, description);
  const hint = `<figcaption class="hint" aria-hidden="true">${scrollHint[language]} →</figcaption>`;
  return `<figure class="diagram" style="--width:${width}px" v-pre>${hint}<div class="drawing" tabindex="0" role="group" aria-label="${title}">${svg}</div></figure>\n`;
}

/** Draws a flowchart. @returns the SVG element, and its width on the screen in CSS pixels. */
function drawSvg(source: string, title: string, description: string): { svg: string; width: number } {
  const id = `diagram-${createHash('sha256').update(source).digest('hex').slice(0, 8)}`;
  let width = 0;
  // The renderer doesn't know these lines.
  const drawn = source.replaceAll(/^\s*acc(?:Title|Descr):.*$\n?/gm, '');
  const svg = renderMermaidSVG(drawn, { padding: 4, nodeSpacing: 20, layerSpacing: 28 })
    .replaceAll(/((?<![-\w])id="|url\(#)/g, `$1${id}-`)
    .replaceAll(/font-size="1[123]"/g, `font-size="${drawnFontSize}"`)
    .replace(/<style>.*?<\/style>/s, `<desc id="${id}">${description}</desc>`)
    .replace(/^<svg [^>]*?(viewBox="[^"]*") width="([^"]*)"[^>]*>\s*/, (_, viewBox, drawnWidth) => {
      width = Math.ceil((Number(drawnWidth) * fontSize) / drawnFontSize);
      return `<svg ${viewBox} role="img" aria-label="${title}" aria-describedby="${id}">`;
    })
    .replaceAll(/\n\s*/g, '\n');
  return { svg, width };
}

/** Renders fences with the language `mermaid`. */
export function diagrams(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const token = tokens[index];
    if (token?.info.trim() === 'mermaid') return renderDiagram(token.content, languageOf(pageOf(env)));
    return fence?.(tokens, index, options, env, self) ?? '';
  };
}
