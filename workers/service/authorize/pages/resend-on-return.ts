/**
 * Script that sends the form `again` when the user returns to the page, presumably after installing the app. A
 * short look at another tab doesn't count.
 */
export const resendOnReturn = `
const shortest = 5000;
let left = Date.now();
document.getElementById('returns').hidden = false;
document.addEventListener('visibilitychange', () => {
  if (document.hidden) left = Date.now();
  else if (Date.now() - left >= shortest) document.getElementById('again').requestSubmit();
});
`.trim();
