import * as v from 'valibot';
import { expect, test } from 'vitest';
import { readSettings } from '../../../workers/core/worker/settings.ts';
import { schema } from '../../../workers/gateway/openid/party-settings.ts';
import { relyingPartiesSetting } from '../../../workers/gateway/shared/relying-parties.ts';
import { goodSettings, workers } from '../../attacks/support/faulty-settings.ts';
import { gatewaySecrets, openIdClients } from '../../support/world/test-settings.ts';

const [needs] = workers.filter(({ worker }) => worker === 'gateway-openid');
const good = goodSettings(needs ?? { worker: '', needs: [] });
const { OPENID_KEY, OPENID_SUBJECT_KEY } = gatewaySecrets;
const read = (settings: object) => readSettings(schema, { ...good, ...settings });

test('a gateway without relying parties needs no OpenID Connect key', () => {
  expect(read({}).OPENID_CLIENTS).toEqual([]);
});

test.each(['OPENID_KEY', 'OPENID_SUBJECT_KEY'])('a gateway with relying parties requires %s', (name) => {
  const settings = { OPENID_CLIENTS: openIdClients, OPENID_KEY, OPENID_SUBJECT_KEY };
  expect(read(settings).OPENID_CLIENTS).toHaveLength(2);
  expect(() => read({ ...settings, [name]: undefined })).toThrow(
    expect.objectContaining({
      values: {
        settings: `${name} is not set, and OPENID_CLIENTS needs it; \`npx plid-admin deploy\` creates it`,
      },
    }),
  );
});

test.each([
  ['', 'needs a list of relying parties: [{…}, {…}]'],
  [
    '[{"id":"books"}]',
    'needs the fields id, secrets, and redirect_uris; docs/gateway/openid-provider.md lists the optional fields at 0.secrets (entries are counted from 0)',
  ],
  [
    JSON.stringify([{ ...JSON.parse(openIdClients)[0], id_token_claims: 'no' }]),
    'needs true or false at 0.id_token_claims (entries are counted from 0)',
  ],
  [
    JSON.stringify([{ ...JSON.parse(openIdClients)[0], pkce: 'yes' }]),
    'needs optional or required at 0.pkce (entries are counted from 0)',
  ],
  [
    JSON.stringify([{ ...JSON.parse(openIdClients)[0], backchannel_logout_session_required: 'yes' }]),
    'needs true or false at 0.backchannel_logout_session_required (entries are counted from 0)',
  ],
  [JSON.stringify([{ id: 'books', secret: 'x' }]), expect.stringContaining('needs the fields id, secrets')],
])('relying party %j is rejected, with what it needs', (text, message) => {
  const { issues } = v.safeParse(relyingPartiesSetting, text);
  expect(issues?.[0]?.message).toEqual(message);
});
