/**
 * Keeps the buttons of the consent page in view where there is room (consent-style.ts), and lets nobody agree to what was never in view: until the
 * end of items and terms (`#read`) was, the main button leads there, and says so.
 */
export const scrollBeforeConsent = `
const decide = document.querySelector('.decide');
const agree = decide.querySelector('.button');
const end = document.getElementById('read');
const said = agree.textContent;
decide.classList.add('stays');
let unread = true;
function look() {
  unread &&= end.getBoundingClientRect().bottom > decide.getBoundingClientRect().top;
  agree.textContent = unread ? agree.dataset.unread : said;
}
look();
addEventListener('scroll', look);
addEventListener('resize', look);
agree.addEventListener('click', (event) => {
  look();
  if (!unread) return;
  event.preventDefault();
  end.scrollIntoView({ block: 'end' });
});
`.trim();
