// The gateway answers at /auth/ on this page's own host: its cookie goes along with each request by itself, and no script
// can read it. There is no token here, and nothing to keep in localStorage.
const main = document.querySelector('main');
const pages = { '/': 'home', '/orders': 'orders' };

/** @returns the session, or undefined where nobody is signed in. @throws where that cannot be known for the moment. */
async function readSession() {
  const response = await fetch('/auth/session');
  if (response.status === 401) return undefined;
  if (!response.ok) throw new Error('The session can’t be read at the moment.');
  return response.json();
}

/** Nobody signed in (401) is what a log-out is for: in another tab it has been done already. */
async function post(address) {
  const response = await fetch(address, { method: 'POST', headers: { Accept: 'application/json' } });
  if (!response.ok && response.status !== 401) throw new Error((await response.json()).message);
}

function show(template, { name = '', message = '' } = {}) {
  const page = document.querySelector(`#${template}`).content.cloneNode(true);
  // As text, never as HTML: a name is whatever somebody is called.
  for (const element of page.querySelectorAll('[data-name]')) element.textContent = name;
  for (const element of page.querySelectorAll('[data-message]')) element.textContent = message;
  const login = page.querySelector('[data-login]');
  if (login !== null) login.href = `/auth/login?return_to=${encodeURIComponent(location.pathname)}`;
  main.replaceChildren(page);
}

async function render() {
  try {
    const session = await readSession();
    // Without consent to the name there is none: the plid is always there.
    if (session === undefined) show('signed-out');
    else show(pages[location.pathname] ?? 'home', { name: session.user.name ?? session.user.plid });
  } catch (failure) {
    show('failed', { message: failure.message });
  }
}

document.addEventListener('click', async (event) => {
  const { dataset = {}, href } = event.target;
  if ('route' in dataset) {
    event.preventDefault();
    history.pushState(null, '', href);
  } else if ('post' in dataset) {
    if ('question' in dataset && !confirm(dataset.question)) return;
    try {
      await post(dataset.post);
    } catch (failure) {
      return show('failed', { message: failure.message });
    }
  } else if (!('retry' in dataset)) return;
  await render();
});

window.addEventListener('popstate', render);
// Back in this tab after a log-out in another one, or out of the browser's cache of pages.
window.addEventListener('pageshow', render);
document.addEventListener('visibilitychange', () => document.hidden || render());
