/**
 * Draws the code of each second. The service gives those of ten seconds at once; the next ones are asked for two seconds before the end, and none
 * while the page is hidden. A code that is too old is taken away: a phone would refuse it.
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
