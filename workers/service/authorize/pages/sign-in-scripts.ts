/** The scripts of the pages. Every page works without them. */

/**
 * Sends a form once, however often its button is pressed, and focuses the first faulty field. A form's redirects may open
 * another app while the page stays: after coming back, or after ten seconds, the button works again.
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
 * Asks for the status of the request on the phone every two seconds, and whenever the page becomes visible again. Once the
 * phone has answered it says so in the live region and reloads the page.
 */
export const watchPhone = `
const region = document.getElementById('phone-status');
const { status, answered } = region.dataset;
let timer, done = false;
async function look() {
  clearTimeout(timer);
  const answer = await fetch(status, { headers: { Accept: 'application/json' } }).catch(() => undefined);
  if (done) return;
  const body = answer?.ok ? await answer.json().catch(() => ({ status: 'pending' })) : undefined;
  const failed = answer === undefined || answer.status >= 500 || answer.status === 429;
  done = body === undefined ? !failed : body.status !== 'pending';
  if (!done) timer = setTimeout(look, failed ? 5000 : 2000);
  else {
    region.textContent = answered;
    location.reload();
  }
}
timer = setTimeout(look, 2000);
document.addEventListener('visibilitychange', () => document.hidden || done || look());
`.trim();
