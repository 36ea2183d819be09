/**
 * Script that draws the QR code of each second. The service returns the codes of ten seconds in one response.
 * The script fetches the next ones two seconds before the end, and none while the page is hidden. It hides a
 * code that is too old, because a phone would reject it.
 */
export const drawQrCode = `
const picture = document.getElementById('code');
let codes = { paths: [] }, since = 0, asking = false;
async function next() {
  asking = true;
  const answer = await fetch(picture.dataset.codes).catch(() => undefined);
  if (answer?.ok) {
    codes = await answer.json();
    since = performance.now();
  }
  setTimeout(() => (asking = false), answer?.ok ? 0 : 2000);
}
function draw() {
  const second = Math.floor((performance.now() - since) / 1000);
  const path = codes.paths[second];
  picture.toggleAttribute('hidden', path === undefined);
  if (path !== undefined) {
    picture.setAttribute('viewBox', '0 0 ' + codes.size + ' ' + codes.size);
    picture.firstElementChild.setAttribute('d', path);
  }
  if (!asking && !document.hidden && second >= codes.paths.length - 2) next();
}
draw();
setInterval(draw, 200);
`.trim();
