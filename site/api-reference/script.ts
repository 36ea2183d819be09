/** Client ID and secret that "Try it out" uses. */
type Credentials = readonly [id: string, secret: string];

/**
 * Returns the script of the API reference. "Try it out" uses the credentials, and reads users with the last token
 * issued on this page. Without credentials, the page is read-only, as is the carrier API, which a carrier serves. The
 * script also corrects what keeps people with assistive technology from using Swagger UI: a link in each button,
 * fields and parts without names, and headings whose level is skipped.
 */
export const apiReferenceScript = (credentials?: Credentials): string => `
const dark = matchMedia('(prefers-color-scheme: dark)');
const followColors = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followColors);
followColors();

const root = document.getElementById('contract');
const fieldName = (field) =>
  field.dataset.variable ?? field.dataset.propertyName ?? field.closest('tr, .servers, .examples-select, .response')
    ?.querySelector('.parameter__name, .servers-title, .examples-select__section-label, .response-col_status, label, span')
    ?.textContent ?? 'Value';
const isLabelled = (field) =>
  [...(field.labels ?? [])].some((label) => [...label.childNodes].some((node) => !node.contains(field) && node.textContent.trim()));
new MutationObserver(() => {
  for (const field of root.querySelectorAll('select, input, textarea'))
    if (!field.ariaLabel && !isLabelled(field)) field.ariaLabel = fieldName(field).trim();
  for (const [box, label] of Object.entries({ '.information-container': 'Introduction', '.schemes-server-container': 'Servers' }))
    for (const region of root.querySelectorAll(box + ':not([role])')) Object.assign(region, { role: 'region', ariaLabel: label });
  let level = 1;
  for (const heading of root.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    level = Math.min(Number(heading.tagName[1]), level + 1);
    if (heading.ariaLevel !== String(level)) heading.ariaLevel = String(level);
  }
  for (const box of root.querySelectorAll('pre, .table-container, .responses-inner'))
    if ((box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight) && box.tabIndex < 0) box.tabIndex = 0;
}).observe(root, { childList: true, subtree: true });

const { contract, tags } = root.dataset;
const credentials = ${JSON.stringify(credentials ?? null)};
const isReadOnly = credentials === null || tags === undefined;
root.classList.toggle('read-only', isReadOnly);
// Swagger UI 5.35 stops rendering without an error if a page has more than 141 operations.
const ofThisPage = (document) => {
  const shown = tags?.split(',');
  const operations = Object.entries(document.paths ?? {}).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).filter(([, { tags }]) => !tags || !shown || tags.some((tag) => shown.includes(tag)))),
  ]);
  return {
    ...document,
    info: { ...document.info, ...(shown && !shown.includes('login') && { description: '' }) },
    tags: shown?.flatMap((name) => document.tags.filter((tag) => tag.name === name)) ?? document.tags,
    paths: Object.fromEntries(operations.filter(([, methods]) => Object.values(methods).some(({ responses }) => responses))),
  };
};
const ui = SwaggerUIBundle({
  url: contract, ...(isReadOnly && { supportedSubmitMethods: [] }),
  dom_id: '#contract', deepLinking: true, validatorUrl: null, withCredentials: true,
  plugins: [
    ({ React }) => ({ components: { DeepLink: ({ text }) => React.createElement('span', null, text) } }),
    () => ({ statePlugins: { spec: { wrapActions: { updateJsonSpec: (update) => (document) => update(ofThisPage(document)) } } } }),
  ],
  syntaxHighlight: false,
  onComplete: () => {
    if (credentials) ui.preauthorizeBasic('basic', ...credentials);
    // Only the first group is unfolded.
    for (const tag of tags?.split(',').slice(1) ?? []) ui.layoutActions.show(['operations-tag', tag], false);
  },
  responseInterceptor: (response) => {
    const token = response.url.includes('/oauth2/token') && response.body?.access_token;
    if (token) ui.preauthorizeApiKey('accessToken', token);
    return response;
  },
});`;
