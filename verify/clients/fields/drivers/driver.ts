import { createInterface } from 'node:readline';
import { readUser } from './user.ts';

for await (const line of createInterface({ input: process.stdin })) {
  const { answer, client_secret } = JSON.parse(line);
  const user = await readUser(answer, client_secret).catch(() => null);
  console.log(JSON.stringify(user));
}
