import { resolveLinks } from '../links.ts';
import { copyButtons } from './copy-button.ts';
import { diagrams } from './diagrams.ts';
import { front } from './front.ts';
import { harmlessHtml } from './html.ts';
import { indentedCode } from './indented-code.ts';
import { omitLanguageLink } from './language-link.ts';
import { languages } from './languages.ts';
import { movingPictures } from './moving-picture.ts';
import { tabs } from './tabs.ts';

export const markdownPlugins = [
  harmlessHtml,
  movingPictures,
  indentedCode,
  copyButtons,
  resolveLinks,
  omitLanguageLink,
  languages,
  tabs,
  front,
  diagrams,
];
