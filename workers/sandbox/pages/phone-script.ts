/**
 * Brings requests onto the phone without a reload: looks every second, and where something has changed takes that
 * part out of the page as the server now writes it. (The whole page, parsed, would bring a style sheet whose nonce is not
 * this page's.)
 */
export const script = `
const requests = document.getElementById('requests');
const news = document.getElementById('news');
let seen = requests.dataset.seen;
async function look() {
  try {
    const answer = await fetch('/sandbox/requests?phoneNo=' + requests.dataset.phone);
    const list = (await answer.json()).requests;
    const now = list.map(({ id, status }) => id + status).join();
    if (now !== seen) {
      const page = await (await fetch(location.href)).text();
      const part = /<section id="requests".*?<\\/section>/s.exec(page)[0];
      const focused = document.activeElement.id;
      requests.replaceChildren(...new DOMParser().parseFromString(part, 'text/html').body.firstChild.childNodes);
      if (focused) document.getElementById(focused)?.focus();
      news.textContent = list.some(({ status }) => status === 'pending') ? news.dataset.arrived : '';
      seen = now;
    }
  } catch {}
  setTimeout(look, 1000);
}
look();
`;
