/**
 * Brings requests onto the phone without a reload: looks every second, and where something has changed takes that
 * part out of the page as the server now writes it.
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
      const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html');
      const focused = document.activeElement.id;
      requests.replaceChildren(...page.getElementById('requests').childNodes);
      if (focused) document.getElementById(focused)?.focus();
      news.textContent = list.some(({ status }) => status === 'pending') ? news.dataset.arrived : '';
      seen = now;
    }
  } catch {}
  setTimeout(look, 1000);
}
look();
`;
