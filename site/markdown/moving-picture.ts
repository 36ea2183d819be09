import path from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { docs, languageOf } from '../contents.ts';
import { pageOf } from '../links.ts';
import { base } from '../llms.ts';
import { sizeOf, stillNameOf } from '../pictures.ts';

const texts = { en: 'Pause', ko: '멈춤' };

/** The markup of a picture for light and dark pages, as GitHub shows it. */
const markup =
  /^<picture><source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)"><img src="([^"]+)" alt="([^"]+)"[^<>]*><\/picture>\s*$/;

/**
 * Shows a moving picture in the site's color scheme, which a reader can choose. It stands still for readers who prefer
 * reduced motion, and a switch below it pauses it.
 */
function movingPicture(html: string, page: string): string | undefined {
  const [, dark = '', light = '', alt = ''] = markup.exec(html) ?? [];
  if (light === '') return undefined;
  const image = (file: string, classes: string) => {
    const inDocs = path.posix.join(path.posix.dirname(page), file);
    const name = classes.startsWith('still') ? stillNameOf(inDocs) : inDocs;
    const { width, height } = sizeOf(path.join(docs, inDocs));
    // As an expression, because the file isn't one that Vite finds.
    return `<img :src="'${base}${name}'" class="${classes}" alt="${alt}" width="${width}" height="${height}" loading="lazy">`;
  };
  const images = ['moves', 'still'].flatMap((kind) => [
    image(light, `${kind} in-light`),
    image(dark, `${kind} in-dark`),
  ]);
  const pause = texts[languageOf(page)];
  return `<div class="moving-picture">${images.join('')}<label><input type="checkbox"> ${pause}</label></div>\n`;
}

/** Renders paragraphs that are only a `<picture>`. */
export function movingPictures(md: MarkdownRenderer): void {
  md.renderer.rules.moving_picture = (tokens, index) => tokens[index]?.content ?? '';
  md.core.ruler.push('moving_pictures', ({ tokens, env, Token }) => {
    for (let at = 1; at < tokens.length - 1; at++) {
      const content = movingPicture(tokens[at]?.content ?? '', pageOf(env));
      if (tokens[at]?.type !== 'inline' || content === undefined) continue;
      tokens.splice(at - 1, 3, Object.assign(new Token('moving_picture', '', 0), { content }));
    }
  });
}
