/** The little that runs in a browser. Every page works without it. */

/**
 * A form is sent once, however often it is pressed; what needs mending gets the focus. The page stays where a form's
 * redirects end in another app: who comes back from there, or sees nothing happen for ten seconds, can press again.
 */
export const sendOnce = `
const sent = new Set();
const allowAgain = () => sent.clear();
addEventListener('submit', (event) => {
  if (sent.has(event.target)) return event.preventDefault();
  sent.add(event.target);
  setTimeout(allowAgain, 10000);
});
addEventListener('pageshow', allowAgain);
document.addEventListener('visibilitychange', () => document.hidden || allowAgain());
const faulty = document.querySelector('input[aria-invalid=true], [aria-invalid=true] input');
(faulty ?? document.querySelector('[role=alert]'))?.focus();
`.trim();

/**
 * Asks how the request on the phone stands, every two seconds and whenever the page is looked at again; says so in the
 * live region and loads the page once there is an answer.
 */
export const watchPhone = `
const region = document.getElementById('phone-status');
const { status, answered } = region.dataset;
let timer, over = false;
async function look() {
  clearTimeout(timer);
  const answer = await fetch(status, { headers: { Accept: 'application/json' } }).catch(() => undefined);
  if (over) return;
  const body = answer?.ok ? await answer.json().catch(() => ({ status: 'pending' })) : undefined;
  const trouble = answer === undefined || answer.status >= 500 || answer.status === 429;
  over = body === undefined ? !trouble : body.status !== 'pending';
  if (!over) timer = setTimeout(look, trouble ? 5000 : 2000);
  else {
    region.textContent = answered;
    location.reload();
  }
}
timer = setTimeout(look, 2000);
document.addEventListener('visibilitychange', () => document.hidden || over || look());
`.trim();
