/**
 * Script that sends the form `again` when the user returns to the page, presumably after installing the app. A
 * short look at another tab doesn't count.
 */
export const resendOnReturnScript = `
const minAbsence = 5000;
let hiddenAt = Date.now();
document.getElementById('returns').hidden = false;
document.addEventListener('visibilitychange', () => {
  if (document.hidden) hiddenAt = Date.now();
  else if (Date.now() - hiddenAt >= minAbsence) document.getElementById('again').requestSubmit();
});
`.trim();
