import { type Attribute, attributes, encryptedAttributes } from '../../workers/core/protocol/user-record.ts';
import { json } from './answers.ts';
import { openIdentity } from './seal.ts';
import { accountOf, type Cipher, findApplication, type Granted, tokens } from './service-application.ts';
import { language, messages, refuse } from './service-refusals.ts';

const bearer = /^bearer +([\w~+/.-]+=*)$/i;

/** The user behind an access token (§4.3). */
export async function readUser(request: Request, now: number): Promise<Response> {
  const [, text = ''] = bearer.exec(request.headers.get('Authorization') ?? '') ?? [];
  const refused = () => refuse(request, 401, 'authentication_failed', messages.badToken);
  const token = await tokens.open<Granted & { secret: string }>(text, now);
  if (token === undefined) return refused();
  const application = await findApplication(token.client_id, now);
  const cipher = application?.ciphers.get(token.secret);
  if (application === undefined || cipher === undefined) return refused();
  const login = await accountOf(token.plid).read(
    token.grant,
    token.client_id,
    application.reads === 'once',
    now,
  );
  if (login === undefined) return refused();
  const { identity, flags, agreed } = login;
  const isEmpty = flags.autoLoginYn === 'Y' && flags.autoStatusCheck === 'N';
  const known =
    identity === null || token.identityKey === undefined
      ? {}
      : ((await openIdentity<Record<string, string>>(token.identityKey, identity)) ?? {});
  const names = attributes.filter((name) => application.attributes.includes(name) && agreed.includes(name));
  const fields = await writeFields(names, isEmpty ? () => '' : (name) => known[name], cipher);
  const user = { plid: token.plid, ...fields, ...flags };
  return json({ code: '0000', error: application.success, message: messages.read[language(request)], user });
}

async function writeFields(names: Attribute[], find: (name: string) => string | undefined, cipher: Cipher) {
  const values = await Promise.all(
    names.map((name) => {
      const value = find(name);
      return value !== undefined && encryptedAttributes.has(name) ? cipher(value) : value;
    }),
  );
  const fields: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const value = values[index];
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}
