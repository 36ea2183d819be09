import { auth } from '../auth.js';
import { disconnect, logIn, logOut } from './actions.js';

function Action({ action, children }) {
  return (
    <form action={action}>
      <button type="submit">{children}</button>
    </form>
  );
}

export default async function Page({ searchParams }) {
  const session = await auth();
  const { error } = await searchParams;
  if (session === null)
    return (
      <main>
        {error ? <p role="alert">You were not logged in.</p> : <p>You are not signed in.</p>}
        <Action action={logIn}>Sign in with your phone number</Action>
      </main>
    );
  return (
    <main>
      <p>Hello, {session.user.name ?? session.user.plid}.</p>
      <Action action={logOut}>Sign out</Action>
      <Action action={disconnect}>Disconnect</Action>
    </main>
  );
}
