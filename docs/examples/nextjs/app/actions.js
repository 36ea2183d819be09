'use server';

import { PlidRefusal } from 'plid/client';
import { auth, disconnectUser, signIn, signOut } from '../auth.js';

// Next.js takes these from the pages of this origin alone.

export async function logIn() {
  await signIn('plid', { redirectTo: '/' });
}

export async function logOut() {
  await signOut({ redirectTo: '/' });
}

export async function disconnect() {
  const session = await auth();
  try {
    if (session !== null) await disconnectUser(session.user.plid);
  } catch (failure) {
    // Refused: the person has ended the connection elsewhere already.
    if (!(failure instanceof PlidRefusal)) throw failure;
  }
  await signOut({ redirectTo: '/' });
}
