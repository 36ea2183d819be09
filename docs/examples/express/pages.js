const escaped = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const layout = (body) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>An Express shop</title>
<style>
  body { margin: 2rem auto; max-width: 32rem; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif; }
  form { display: inline-block; margin: 0 1rem 1rem 0; }
  button { padding: .5rem 1rem; font: inherit; }
</style>
${body}
</html>`;

const login = '<a href="/login">Sign in with your phone number</a>';

export const signedOutPage = () => layout(`<p>You are not signed in.</p>${login}`);

/** Without consent to the name there is none; the plid is always there. */
export const homePage = ({ name, plid }) =>
  layout(`<p>Hello, ${escaped(name ?? plid)}.</p>
<form method="post" action="/logout"><button>Sign out</button></form>
<form method="post" action="/disconnect"><button>Disconnect</button></form>`);

export const messagePage = (message) => layout(`<p role="alert">${escaped(message)}</p>${login}`);

/** Texts of this application. Other failures show the text of the package. */
const texts = {
  cancelled: 'You were not logged in.',
  denied: 'You were not logged in.',
  refused: 'This login is no longer valid.',
  unavailable: 'The login is not available just now. Try again in a moment.',
  misconfigured: 'Something is wrong at our end.',
};

export const failurePage = ({ type, text }) => messagePage(texts[type] ?? text.en);
