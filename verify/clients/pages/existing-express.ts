import { toCommonJs } from '../../../packages/plid/command/init/framework/express.ts';
import { codeBlocksOf } from '../../../test/support/assertions/code-blocks.ts';
import type { PageFiles } from './page-files.ts';

/** An application with express-session, routers, and a cart, changed as docs/client/express.md says. */
const files = {
  'server.js': `
const express = require('express');
const session = require('express-session');
const { plid, disconnect } = require('./sign-in');

const app = express();
app.use(express.urlencoded({ extended: false }));
const cookie = { sameSite: 'lax', secure: 'auto' };
app.use(session({ secret: 'of the tests', resave: false, saveUninitialized: false, cookie }));
app.use(plid.routes);
app.post('/disconnect', disconnect);
app.use('/', require('./routes/home'));
app.use('/orders', require('./routes/orders'));
app.listen(process.env.PORT, 'localhost');
`,
  'routes/home.js': `
const express = require('express');
const { userOf } = require('../sign-in');

const router = express.Router();
router.post('/cart', (req, res) => {
  req.session.cart = (req.session.cart || 0) + 1;
  res.redirect('/');
});
router.get('/', (req, res) => {
  const user = userOf(req);
  const forms = ['logout', 'disconnect'].map((action, at) =>
    '<form method="post" action="/' + action + '"><button>' + ['Sign out', 'Disconnect'][at] + '</button></form>');
  const greeting = user ? '<p>Hello, ' + user.name + '.</p>' + forms.join('') : '<a href="/login">Sign in</a>';
  const cart = '<form method="post" action="/cart"><button>Cart: ' + (req.session.cart || 0) + '</button></form>';
  res.send(greeting + cart);
});
module.exports = router;
`,
  'routes/orders.js': `
const express = require('express');
const { plid, userOf } = require('../sign-in');

const router = express.Router();
router.use(plid.required);
router.get('/', (req, res) => res.send('Orders of ' + userOf(req).name));
module.exports = router;
`,
};

/** Headings of docs/client/express.md with code that other tests run. */
export const expressVariations = ['Express-session', 'Connect and Fastify', 'Outcomes'];

/** Puts the files of the page into the application, with the option below the heading "Express-session". */
export function intoExistingExpress(page: PageFiles): PageFiles {
  const option = codeBlocksOf('docs/client/express.md').find(({ heading }) => heading === 'Express-session');
  const changed = page.files.map(({ file, text, ...others }) =>
    file === 'sign-in.js'
      ? { file, text: inCommonJs(withOption(text, option?.text ?? '')), ...others }
      : { file, text, ...others },
  );
  const own = Object.entries(files).map(([file, text]) => ({ file, text, isAddition: false }));
  const names = own.map(({ file }) => file);
  return {
    install: page.install
      .filter((line) => line !== 'npm pkg set type=module')
      .map((line) => line.replace(/ express$/, ' express express-session')),
    start: page.start,
    files: [...changed.filter(({ file }) => !names.includes(file)), ...own],
  };
}

const inCommonJs = (text: string) => toCommonJs({ text }).text ?? '';

const withOption = (signIn: string, option: string): string =>
  signIn
    .replace('{ plidSignIn }', '{ expressSession, plidSignIn }')
    .replace('  outcomes: {', `${option}\n  outcomes: {`);
