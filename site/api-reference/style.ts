/**
 * The page's styles. Swagger UI's own colors are too light to read, for letters and for the labels of methods. Names
 * in running text get the text's color, because Swagger UI would display the many names here in purple.
 */
export const apiReferenceStyle = `
:root { --link: #0a5663; --soft: #4a4f57; --get: #1a5fb4; --post: #1b6e3c; --put: #8a4b00; --delete: #b3261e }
html.dark-mode { --link: #6fd0e0; --soft: #b4b9c1 }
html.dark-mode { color: #e6e8eb }
nav, header { max-width: 1460px; margin: 0 auto; padding: 12px 20px; font-family: system-ui, sans-serif; line-height: 1.5 }
nav a { display: inline-block; padding: 10px 16px 10px 0; color: var(--link) }
nav a[aria-current] { font-weight: 700; text-decoration: none }
header h1 { margin: 8px 0; font-size: 28px }
header p { margin: 4px 0 }
#contract .info { margin: 8px 0 16px }
#contract .info hgroup, #contract.read-only .auth-wrapper { display: none }
:lang(ko) { word-break: keep-all; overflow-wrap: break-word }
#contract .renderedMarkdown code { color: inherit }
#contract :is(a.link, .info a, .url, .info .base-url) { color: var(--link) }
#contract :is(.version, .version-stamp .version) { background: #3b4151; color: #fff }
#contract .opblock-summary-method { color: #fff }
#contract .header-col { color: inherit }
#contract :is(.opblock-body, .responses-inner, .information-container, .scheme-container) { overflow-x: auto }
#contract .opblock-get .opblock-summary-method { background: var(--get) }
#contract .opblock-post .opblock-summary-method { background: var(--post) }
#contract :is(.opblock-put, .opblock-patch) .opblock-summary-method { background: var(--put) }
#contract .opblock-delete .opblock-summary-method { background: var(--delete) }
#contract :is(.parameter__type, .parameter__in, .parameter__enum, .parameter__deprecated, .parameter__extension,
  .prop-format, .prop-type, .response-undocumented, .opblock-external-docs-wrapper) { color: var(--soft) }
#contract [class*='json-schema-2020-12'] { color: inherit }
#contract :is(.json-schema-2020-12__constraint, .json-schema-2020-12__constraint--string) { background: #3b4151; color: #fff }
#contract .authorize { border-color: currentColor; color: var(--link) }
#contract .authorize :is(span, svg) { color: inherit; fill: currentColor }
#contract .btn.execute { background: var(--get); border-color: var(--get); color: #fff }
#contract .btn.cancel { border-color: currentColor; color: #b3261e }
html.dark-mode #contract .btn.cancel { color: #ff9d96 }
#contract :is(.highlight-code, .microlight, .example, .curl) { background: #1f2328; color: #f0f3f6 }
`;
