import { type Part, parts } from './parts.ts';
import { apiReferenceStyle } from './style.ts';

type Language = 'en' | 'ko';

const texts = {
  en: { home: 'Documentation', prefix: '', other: '한국어', note: '' },
  ko: { home: '문서', prefix: '/ko', other: 'English', note: '<p>각 요청의 설명은 영어로 제공됩니다.</p>' },
};

const addressOf = ({ path }: Part, language: Language): string => `/docs${texts[language].prefix}/api${path}`;

/** Returns the HTML of a page of the API reference. Swagger UI draws the contract into it (script.ts). */
function apiReferenceDocument(part: Part, language: Language): string {
  const { home, prefix, other, note } = texts[language];
  const otherLanguage = language === 'ko' ? 'en' : 'ko';
  const [title, text] = part[language];
  const links = parts.map((each) => {
    const current = each === part ? ' aria-current="page"' : '';
    return `<a href="${addressOf(each, language)}"${current}>${each[language][0]}</a>`;
  });
  const switcher = `<a href="${addressOf(part, otherLanguage)}" lang="${otherLanguage}" hreflang="${otherLanguage}">${other}</a>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | plid</title>
<meta name="description" content="${text}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/docs/api/favicon-32x32.png"><link rel="stylesheet" href="/docs/api/swagger-ui.css">
<style>${apiReferenceStyle}</style>
</head>
<body><nav><a href="/docs${prefix}/">${home}</a>${links.join('')}${switcher}</nav>
<header><h1>${title}</h1><p>${text}</p>${note}</header>
<div id="contract" lang="en" data-contract="/docs/${part.contract}"${part.tags ? ` data-tags="${part.tags.join()}"` : ''}></div>
<script src="/docs/api/swagger-ui-bundle.js"></script><script src="/docs/api/start.js"></script>
</body>
</html>`;
}

/** Returns the HTML of each page by its address, such as `/docs/ko/api/operator`. */
export const apiReferencePages = (): Record<string, string> =>
  Object.fromEntries(
    (['en', 'ko'] as const).flatMap((language) =>
      parts.map((part) => [addressOf(part, language), apiReferenceDocument(part, language)]),
    ),
  );

/** The required files of Swagger UI's package. Nothing is loaded from other hosts. */
export const swaggerFiles = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];
