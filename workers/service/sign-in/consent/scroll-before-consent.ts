/**
 * Script that keeps the consent page's buttons in view if there is room (consent-style.ts). It also prevents
 * consent to terms that were never in view. Until the end of the items and terms (`#read`) has been visible, the
 * main button scrolls there, and its label says so.
 */
export const scrollBeforeConsentScript = `
const decide = document.querySelector('.decide');
const agree = decide.querySelector('.button');
const end = document.getElementById('read');
const agreeText = agree.textContent;
decide.classList.add('stays');
let unread = true;
function update() {
  unread &&= end.getBoundingClientRect().bottom > decide.getBoundingClientRect().top;
  agree.textContent = unread ? agree.dataset.unread : agreeText;
}
update();
addEventListener('scroll', update);
addEventListener('resize', update);
agree.addEventListener('click', (event) => {
  update();
  if (!unread) return;
  event.preventDefault();
  scrollBy(0, end.getBoundingClientRect().bottom - decide.getBoundingClientRect().top + 8);
});
`.trim();
