import { readUserAnswer, withoutEmpty } from 'plid/fields';

/** The user behind an access token, however your OAuth library has got it. */
export async function fetchUser(service: string, accessToken: string, clientSecret: string) {
  const headers = { Authorization: `Bearer ${accessToken}` };
  const answer = await fetch(`${service}/v1/user/me`, { headers });
  const { user } = await readUserAnswer(await answer.json(), clientSecret);
  return withoutEmpty(user);
}
