import { demoShop } from './demo-clients.ts';

/**
 * The page's script. The carrier API is read-only here, because a carrier serves it and not this environment. "Try
 * it out" uses the demo shop's public credentials, and reads users with the last token issued on this page. The
 * script also corrects what keeps people with assistive technology from using Swagger UI: a link in each button,
 * fields and parts without names, and headings whose level is skipped.
 */
export const apiReferenceScript = `
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
  let level = 0;
  for (const heading of root.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    level = Math.min(Number(heading.tagName[1]), level + 1);
    if (heading.ariaLevel !== String(level)) heading.ariaLevel = String(level);
  }
  for (const box of root.querySelectorAll('pre, .table-container, .responses-inner'))
    if (box.scrollWidth > box.clientWidth && box.tabIndex < 0) box.tabIndex = 0;
}).observe(root, { childList: true, subtree: true });

const isCarriers = location.pathname === '/docs/api/carrier';
const isSandbox = location.pathname === '/docs/api/sandbox';
// Swagger UI 5.35 stops rendering without an error if a page has more than 141 operations.
const onThisPage = (operations) => operations.filter((_, tag) => (tag === 'sandbox') === isSandbox);
const credentials = ${JSON.stringify([demoShop.client_id, demoShop.client_secret])};
const ui = SwaggerUIBundle({
  ...(isCarriers ? { url: '/docs/carrier.openapi.yaml', supportedSubmitMethods: [] } : { url: '/docs/openapi.yaml' }),
  dom_id: '#contract', deepLinking: true, validatorUrl: null, withCredentials: true,
  plugins: [
    ({ React }) => ({ components: { DeepLink: ({ text }) => React.createElement('span', null, text) } }),
    () => ({ statePlugins: { spec: { wrapSelectors: {
      taggedOperations: (select) => (state, ...more) => onThisPage(select(state, ...more)),
    } } } }),
  ],
  syntaxHighlight: false,
  onComplete: () => ui.preauthorizeBasic('basic', ...credentials),
  responseInterceptor: (response) => {
    const token = response.url.includes('/oauth2/token') && response.body?.access_token;
    if (token) ui.preauthorizeApiKey('accessToken', token);
    return response;
  },
});`;
