/**
 * Sends a form once, however often its button is pressed, shows on the button that it is on its way, and focuses the first faulty
 * field; without scripts the pages work as well. A form's redirects may open another app while the page stays: after coming back, or after ten seconds, the button
 * works again.
 */
export const sendOnce = `
const sent = new Set();
function allowAgain() {
  sent.clear();
  document.querySelector('[aria-busy]')?.removeAttribute('aria-busy');
}
addEventListener('submit', (event) => {
  if (sent.has(event.target)) return event.preventDefault();
  sent.add(event.target);
  const pressed = event.submitter?.tabIndex === -1 ? event.target.querySelector('.button') : event.submitter;
  pressed?.setAttribute('aria-busy', 'true');
  setTimeout(allowAgain, 10000);
});
addEventListener('pageshow', allowAgain);
document.addEventListener('visibilitychange', () => document.hidden || allowAgain());
const faulty = document.querySelector('input[aria-invalid=true], [aria-invalid=true] input');
(faulty ?? document.querySelector('[role=alert]'))?.focus();
`.trim();

/** Groups the digits of a mobile phone number in the field `phoneNo` while it is typed at its end: 010-1234-5678. Any other spelling stays as it is. */
export const groupDigits = `
const number = document.getElementById('phoneNo');
number.addEventListener('input', () => {
  const { value, selectionEnd } = number;
  if (selectionEnd !== value.length || !/^01[\\d-]*$/.test(value)) return;
  const digits = value.replaceAll('-', '');
  if (digits.length <= 11) number.value = digits.replace(/^(\\d{3})(\\d{1,4})/, '$1-$2').replace(/^(.{8})(\\d)/, '$1-$2');
});
`.trim();

/**
 * Begins at the first empty field where there is a mouse and a keyboard: on a phone the keyboard would cover half the form. Of a name that is longer than its
 * field the whole is shown below it.
 */
export const easeTyping = `
const fields = [...document.querySelectorAll('#name, #phoneNo')];
if (document.activeElement === document.body && matchMedia('(hover: hover) and (pointer: fine)').matches)
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

/** While the number is empty, Enter in the name moves to the number instead of sending half a form, and during a composition only ends that. */
export const enterMovesOn = `
document.getElementById('name').addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || number.value !== '') return;
  event.preventDefault();
  if (!event.isComposing) number.focus();
});
`.trim();

/** Empties a form that is marked `data-forget`, once the browser has filled it in with what was typed before the person came back to it. */
export const forgetTyped = `
addEventListener('pageshow', () => document.querySelector('[data-forget]')?.reset());
`.trim();
