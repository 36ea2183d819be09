/** The Trusted Types policy with which the script converts part of a same-origin page to markup. */
export const markupPolicy = 'phone';

/**
 * The script that displays new requests without a reload. It polls every second. After a change, the script loads
 * the page again and replaces only the requests on the displayed page. Parsing the whole page would add a style
 * sheet with another nonce. If the URL contains `tap`, the script then chooses or types the sign-in page's number
 * after a visible delay. It scrolls to the request, because there may be little room next to another page.
 */
export const script = `
const asMarkup = { createHTML: (text) => text };
const own = window.trustedTypes?.createPolicy('${markupPolicy}', asMarkup) ?? asMarkup;
const requests = document.getElementById('requests');
const news = document.getElementById('news');
let seen = requests.dataset.seen;
let taps = new URLSearchParams(location.search).has('tap');
function tap({ id, match }) {
  const find = () => document.getElementById(id + '-' + match) ?? document.getElementById(id + '-send');
  const typed = document.getElementById(id + '-typed');
  if (find() === null) return;
  if (typed) typed.value = match;
  taps = false;
  find().classList.add('pressing');
  find().scrollIntoView({ block: 'nearest' });
  setTimeout(() => find()?.click(), 2500);
}
async function look() {
  try {
    const answer = await fetch('/sandbox/requests?phoneNo=' + requests.dataset.phone);
    const { requests: list, notices } = await answer.json();
    const now = [...list.map(({ id, status }) => id.slice(0, 5) + status), ...notices.map(({ id }) => id.slice(0, 5))].join();
    if (now !== seen) {
      const page = await (await fetch(location.href)).text();
      const part = /<section id="requests".*?<\\/section>/s.exec(page)[0];
      const focused = document.activeElement.id;
      requests.replaceChildren(...new DOMParser().parseFromString(own.createHTML(part), 'text/html').body.firstChild.childNodes);
      if (focused) document.getElementById(focused)?.focus();
      if (self !== top) requests.querySelector('.request form')?.scrollIntoView({ block: 'nearest' });
      news.textContent = list.some(({ status }) => status === 'pending') ? news.dataset.arrived : '';
      seen = now;
    }
    const open = list.find(({ status }) => status === 'pending');
    if (taps && open) tap(open);
  } catch {}
  setTimeout(look, 1000);
}
look();
`;
