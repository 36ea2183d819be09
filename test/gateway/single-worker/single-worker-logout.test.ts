import { afterAll, expect, test, vi } from 'vitest';
import { authorizeUrl, books, requestTokens } from '../../support/fixtures/gateway-openid.ts';
import { startLogoutReceiver, validateLogoutToken } from '../../support/fixtures/logout-receiver.ts';
import { readToken } from '../../support/fixtures/openid.ts';
import { returned } from '../../support/fixtures/sign-in.ts';
import { gatewaySecrets } from '../../support/world/test-settings.ts';
import { clientsWithLogout } from '../support/logout-world.ts';
import { originOf, ProjectVisitor, useProjects } from '../support/single-worker-world.ts';

const receiver = await startLogoutReceiver();
afterAll(() => receiver.close());
const world = useProjects({
  products: {
    main: 'parts-gateway-worker.ts',
    vars: { OPENID_CLIENTS: clientsWithLogout(receiver) },
    secrets: { ...gatewaySecrets, ADMIN_TOKEN: `kim:${gatewaySecrets.ADMIN_TOKEN}` },
  },
});

test('the gateway as one Worker sends logout_tokens with the issuer of its id_tokens', async () => {
  const gateway = originOf('products');
  const project = { gateway, fetch: world.fetch };
  const visitor = new ProjectVisitor(world, 'products');
  await visitor.signIn();
  const { code = '' } = returned(await visitor.get(authorizeUrl(project)));
  const tokens = (await (await requestTokens(project, { code })).json()) as { id_token: string };
  const { iss, sub, sid } = readToken(tokens.id_token).claims;
  expect(iss).toBe(`${gateway}/auth/oidc`);
  await visitor.fetch(`${gateway}/auth/logout`, { method: 'POST', headers: { Origin: gateway } });
  await vi.waitFor(() => expect(receiver.tokensOf('books')).toHaveLength(1), { timeout: 15_000 });
  const keys = (await (await world.fetch(`${iss}/jwks.json`)).json()) as never;
  const provider = { issuer: String(iss), client_id: books.client_id, keys, now: Date.now() / 1000 };
  const [token = ''] = receiver.tokensOf('books');
  expect(await validateLogoutToken(token, provider, new Set())).toMatchObject({ sub, sid });
});
