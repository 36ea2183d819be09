/**
 * Script that counts down a sign-in's remaining time. In the last minute, it warns the user and shows the button
 * for more time. The button uses fetch, so that the page doesn't reload while the user types. If the request
 * fails, the button stays.
 */
export const signInCountdownScript = `
{
  const limit = document.getElementById('limit');
  const [ends, longer] = ['ends', 'longer'].map((id) => document.getElementById(id));
  const { warned, action } = limit.dataset;
  let end = Date.now() + limit.dataset.seconds * 1000;
  let deadlineText = '';
  function show() {
    const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    const isSoon = seconds > 0 && seconds <= warned;
    const text = isSoon ? ends.dataset.text : deadlineText;
    if (ends.textContent !== text) ends.textContent = text;
    if (longer) longer.hidden = !isSoon;
  }
  longer?.querySelector('button').addEventListener('click', async (event) => {
    event.preventDefault();
    const headers = { Accept: 'application/json' };
    const body = new URLSearchParams({ flow: longer.dataset.flow });
    const answer = await fetch(action, { method: 'POST', headers, body }).catch(() => undefined);
    if (!answer?.ok) return;
    const result = await answer.json();
    end = Date.now() + result.seconds * 1000;
    deadlineText = result.until;
    limit.focus();
    show();
  });
  show();
  setInterval(show, 1000);
}
`.trim();
