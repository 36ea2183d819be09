import { compactCss } from '../workers/pages/compact-css.ts';
import { style } from '../workers/pages/style.ts';
import { escapeHtml } from './markdown/escape-html.ts';

const texts = {
  en: {
    building: {
      title: 'The documentation is being built',
      text: 'This takes up to a minute, only the first time and after changes. The page opens by itself.',
    },
    failed: {
      title: 'The documentation could not be built',
      text: 'Fix the error, and this page tries again.',
    },
  },
  ko: {
    building: {
      title: '문서를 만들고 있습니다',
      text: '처음 열거나 문서가 바뀌면 최대 1분이 걸립니다. 완료되면 페이지가 자동으로 열립니다.',
    },
    failed: { title: '문서를 만들지 못했습니다', text: '오류를 고치면 이 페이지가 다시 시도합니다.' },
  },
};

/** Seconds between two checks. */
const checkInterval = 2;

/** Reloads the page when the server sends another one: the built page, or another problem. */
const script = `
const shown = document.querySelector('main').textContent;
async function look() {
  try {
    const text = await (await fetch(location.href)).text();
    const main = new DOMParser().parseFromString(text, 'text/html').querySelector('main');
    if (main?.textContent !== shown) return location.reload();
  } catch {}
  setTimeout(look, ${checkInterval}000);
}
look();
`;

const ownStyle = compactCss(`
main:first-child { max-width: 40rem; padding-top: 12vh; }
h2 { margin-top: var(--s5); }
.bar-of-build { height: .375rem; margin-bottom: var(--s5); border-radius: 1rem; background: var(--fill); overflow: hidden; }
.bar-of-build::before { content: ""; display: block; width: 40%; height: 100%; border-radius: inherit; background: var(--accent); animation: build 2s linear infinite; }
@keyframes build { from { transform: translateX(-100%); } to { transform: translateX(250%); } }
pre { max-height: 40vh; margin: 0 0 var(--s5); padding: var(--s3); border-radius: .625rem; background: var(--paper); white-space: pre-wrap; overflow: auto; }
`);

/**
 * The page that is shown until the site is built, in the language of the requested page and then in the other one. It
 * is replaced when the build ends. @param problem the output of a failed build.
 */
export function statusPage(pathname: string, problem: string | undefined): string {
  const isKorean = pathname.startsWith('/docs/ko');
  const [language, other] = isKorean ? (['ko', 'en'] as const) : (['en', 'ko'] as const);
  const state = problem === undefined ? 'building' : 'failed';
  const { title, text } = texts[language][state];
  const inOther = texts[other][state];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<noscript><meta http-equiv="refresh" content="${checkInterval}"></noscript>
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${style}${ownStyle}</style>
</head>
<body><main><div class="card">
<h1>${title}</h1>
<p class="lead">${text}</p>
${problem === undefined ? '<div class="bar-of-build"></div>' : `<pre tabindex="0">${escapeHtml(problem)}</pre>`}
<div lang="${other}"><h2>${inOther.title}</h2><p class="lead">${inOther.text}</p></div>
</div></main>
<script>${script}</script></body>
</html>`;
}
