/**
 * Asks for the status of the request on the phone every two seconds, and whenever the page becomes visible again; a network that
 * swallows a question is asked again after ten seconds. Once the
 * phone has answered it says so in the live region and reloads the page. It also counts the seconds that are left.
 */
export const watchPhone = `
const region = document.getElementById('phone-status');
const { status, answered } = region.dataset;
const timeLeft = document.getElementById('time-left');
const ends = Date.now() + timeLeft.dataset.seconds * 1000;
let timer, done = false;
async function look() {
  clearTimeout(timer);
  const slow = new AbortController();
  const giveUp = setTimeout(() => slow.abort(), 10000);
  const asked = fetch(status, { headers: { Accept: 'application/json' }, signal: slow.signal });
  const answer = await asked.catch(() => undefined);
  clearTimeout(giveUp);
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
function count() {
  const seconds = Math.max(0, Math.ceil((ends - Date.now()) / 1000));
  const time = Math.floor(seconds / 60) + ':' + String(seconds % 60).padStart(2, '0');
  timeLeft.textContent = timeLeft.dataset.left.replace('{time}', time);
}
count();
setInterval(count, 1000);
timer = setTimeout(look, 2000);
document.addEventListener('visibilitychange', () => document.hidden || done || look());
`.trim();
