/**
 * Script that draws a new QR code every second. Each response from the service contains the codes for ten seconds.
 * The script fetches the next codes two seconds before the current codes run out. It fetches none while the page
 * is hidden. It hides outdated codes, because a phone would reject them.
 */
export const drawQrCodeScript = `
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
