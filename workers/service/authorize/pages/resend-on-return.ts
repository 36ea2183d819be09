/**
 * Sends the form `again` once the person comes back to the page: from where they have got the app, as it seems. A glance at another tab is too short
 * for that.
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
