/**
 * Script that reloads the waiting page as soon as the phone has responded. The service then asks the carrier for
 * the outcome and redirects. If the carrier notifies the service, the service notifies the page through a
 * WebSocket. One poll when the socket opens covers an earlier notification. If the carrier doesn't notify the
 * service, or if a proxy blocks WebSockets, the service keeps the page's poll open (long polling). No connection
 * is open while the page is hidden or in the back/forward cache. A poll that gets no response is aborted after 15
 * seconds. The script also counts down the seconds and announces them to screen readers twice. It shows the parts
 * that appear after some seconds (no-response-help.tsx), except while the user is about to activate a control
 * below them.
 */
export const phoneStatusScript = `
const region = document.getElementById('phone-status');
const timeLeft = document.getElementById('time-left');
const { page, status, socket, silent, answered, offline } = region.dataset;
const soon = document.getElementById('soon');
const ring = document.getElementById('ring');
let waiting = region.textContent;
const ends = Date.now() + timeLeft.dataset.seconds * 1000;
let usesSocket, isLeaving, timer, stopping = new AbortController();
const announce = (text) => region.textContent === text || (region.textContent = text);
function stop() {
  clearTimeout(timer);
  stopping.abort();
  stopping = new AbortController();
  return stopping.signal;
}
function leave(text) {
  isLeaving = true;
  stop();
  announce(text);
  location.replace(page);
}
function start() {
  const signal = stop();
  if (isLeaving || document.hidden) return;
  if (Date.now() >= ends) leave(waiting);
  else if (usesSocket) listen(signal);
  else ask(10, signal);
}
function restart() {
  usesSocket = socket !== undefined;
  isLeaving = false;
  start();
}
const startIn = (milliseconds) => (timer = setTimeout(start, milliseconds * (1 + Math.random())));
function listen(signal) {
  const line = new WebSocket(location.origin.replace('http', 'ws') + socket);
  const slow = setTimeout(() => line.close(), 4000);
  let opened = false;
  signal.addEventListener('abort', () => line.close());
  line.onopen = () => {
    opened = true;
    clearTimeout(slow);
    if (!signal.aborted) ask(0, signal);
  };
  line.onmessage = () => signal.aborted || leave(answered);
  line.onclose = () => {
    clearTimeout(slow);
    if (signal.aborted) return;
    usesSocket = opened;
    if (opened) startIn(1000);
    else start();
  };
}
async function ask(hold, signal) {
  const began = Date.now();
  const asking = new AbortController();
  const giveUp = setTimeout(() => asking.abort(), 15000);
  signal.addEventListener('abort', () => asking.abort());
  const headers = { Accept: 'application/json', Prefer: 'wait=' + hold };
  const answer = await fetch(status, { headers, signal: asking.signal }).catch(() => undefined);
  const body = answer?.ok ? await answer.json().catch(() => ({ status: 'pending' })) : {};
  clearTimeout(giveUp);
  if (signal.aborted) return;
  announce(answer === undefined ? offline : waiting);
  if (answer === undefined || answer.status >= 500 || answer.status === 429) startIn(2000);
  else if (body.status !== 'pending') leave(answered);
  else if (hold > 0) timer = setTimeout(ask, Math.max(0, began + 2000 - Date.now()), hold, signal);
}
const marks = [60, 20].filter((mark) => mark < timeLeft.dataset.seconds);
function reveal(part) {
  part.hidden = false;
  if (part.localName !== 'section') return;
  if (region.textContent === waiting) announce(silent);
  waiting = silent;
}
function count() {
  const seconds = Math.max(0, Math.ceil((ends - Date.now()) / 1000));
  const time = Math.floor(seconds / 60) + ':' + String(seconds % 60).padStart(2, '0');
  timeLeft.textContent = timeLeft.dataset.left.replace('{time}', time);
  ring?.setAttribute('stroke-dashoffset', ring.getAttribute('pathLength') - seconds);
  if (seconds > 0 && seconds <= marks[0]) soon.textContent = soon.dataset.text.replace('{seconds}', seconds);
  while (seconds <= marks[0]) marks.shift();
  if (document.querySelector('.foot:is(:hover, :focus-within)') === null)
    for (const part of document.querySelectorAll('[data-left][hidden]')) if (seconds <= part.dataset.left) reveal(part);
  if (seconds === 0) start();
}
count();
setInterval(count, 1000);
addEventListener('submit', () => ((isLeaving = true), stop()));
addEventListener('pageshow', restart);
addEventListener('pagehide', stop);
addEventListener('online', restart);
addEventListener('offline', () => (stop(), announce(offline)));
document.addEventListener('visibilitychange', start);
`.trim();
