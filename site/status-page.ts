const texts = {
  en: {
    title: 'The documentation is being built',
    text: 'This takes up to a minute, only the first time and after changes. The page opens by itself.',
    failed: 'The documentation could not be built. Fix the error, and this page tries again.',
  },
  ko: {
    title: '문서를 만들고 있습니다',
    text: '처음 열거나 문서가 바뀌면 최대 1분이 걸립니다. 완료되면 페이지가 자동으로 열립니다.',
    failed: '문서를 만들지 못했습니다. 오류를 고치면 이 페이지가 다시 시도합니다.',
  },
};

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The page that is shown until the site is built. It reloads itself. @param problem the output of a failed build. */
export function statusPage(pathname: string, problem: string | undefined): string {
  const language = pathname.startsWith('/docs/ko') ? 'ko' : 'en';
  const { title, text, failed } = texts[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="2">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>body { font: 1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem } pre { overflow: auto }</style>
</head>
<body><main><h1>${title}</h1>
${problem === undefined ? `<p>${text}</p>` : `<p>${failed}</p><pre tabindex="0">${escapeHtml(problem)}</pre>`}
</main></body>
</html>`;
}
