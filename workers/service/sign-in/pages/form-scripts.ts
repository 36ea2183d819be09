/**
 * Script that sends a form only once, however often the user presses its button. It marks the button as busy and
 * focuses the first invalid field. A form's redirects may open another app while the page stays open. The form can
 * therefore be sent again when the user returns, or after ten seconds. The pages also work without scripts.
 */
export const sendOnceScript = `
const sent = new Set();
// Enter presses the hidden button of the page's frame, in place of the form's own.
const pressedIn = ({ submitter, target }) =>
  submitter?.tabIndex === -1 ? target.querySelector('.button:not([formaction])') : submitter;
function allowAgain() {
  sent.clear();
  document.querySelector('[aria-busy]')?.removeAttribute('aria-busy');
}
addEventListener('submit', (event) => {
  if (sent.has(event.target)) return event.preventDefault();
  sent.add(event.target);
  pressedIn(event)?.setAttribute('aria-busy', 'true');
  setTimeout(allowAgain, 10000);
});
addEventListener('pageshow', allowAgain);
document.addEventListener('visibilitychange', () => document.hidden || allowAgain());
const faulty = document.querySelector('input[aria-invalid=true], [aria-invalid=true] input');
(faulty ?? document.querySelector('[role=alert]'))?.focus();
`.trim();

/**
 * Script that formats a mobile phone number in the field `phoneNo` as 010-1234-5678 while the user types at the
 * end of the field. Any other format stays unchanged.
 */
export const groupDigitsScript = `
const number = document.getElementById('phoneNo');
number.addEventListener('input', () => {
  const { value, selectionEnd } = number;
  if (selectionEnd !== value.length || !/^01[\\d-]*$/.test(value)) return;
  const digits = value.replaceAll('-', '');
  if (digits.length <= 11) number.value = digits.replace(/^(\\d{3})(\\d{1,4})/, '$1-$2').replace(/^(.{8})(\\d)/, '$1-$2');
});
`.trim();

/** Script that shows at once that the browser blocks cookies, before the user types anything. */
export const tellBlockedCookiesScript = `
if (!navigator.cookieEnabled) document.getElementById('blocked-cookies').hidden = false;
`.trim();

/**
 * Script that focuses the first empty field, except on a phone, where the keyboard would cover half the form. If a name is
 * longer than its field, the full name is shown below the field.
 */
export const focusFirstEmptyFieldScript = `
const fields = [...document.querySelectorAll('#name, #phoneNo')];
if (document.activeElement === document.body && !document.body.classList.contains('phone'))
  fields.find(({ value }) => value === '')?.focus();
const [nameField] = fields;
const whole = document.createElement('p');
whole.className = 'hint';
whole.ariaHidden = 'true';
nameField.after(whole);
function showWhole() {
  whole.textContent = nameField.scrollWidth > nameField.clientWidth ? nameField.value : '';
  whole.hidden = whole.textContent === '';
}
showWhole();
nameField.addEventListener('input', showWhole);
addEventListener('pageshow', showWhole);
`.trim();

/**
 * Script that handles Enter in the name field. While the number field is empty, Enter moves the focus there
 * instead of sending an incomplete form. During an IME composition, Enter only ends the composition.
 */
export const enterKeyScript = `
document.getElementById('name').addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || number.value !== '') return;
  event.preventDefault();
  if (!event.isComposing) number.focus();
});
`.trim();

/**
 * Script that empties a form marked `data-forget`, after the browser has restored the entries of a user who
 * navigated back to it.
 */
export const clearFormScript = `
addEventListener('pageshow', () => document.querySelector('[data-forget]')?.reset());
`.trim();
