import type * as v from 'valibot';
import { equalSecrets } from '../../workers/core/crypto/bytes.ts';
import { authenticationFailedError, readBearer } from '../../workers/core/protocol/bearer.ts';
import { ProtocolError } from '../../workers/core/protocol/errors.ts';
import { readJson } from '../../workers/core/protocol/json.ts';
import * as refusals from '../../workers/core/protocol/refusals.ts';
import { type CarrierCode, carrierCodes } from '../../workers/core/protocol/user-record.ts';
import { callProgram } from '../../workers/core/storage/call-with-timeout.ts';
import type { Context } from '../../workers/core/worker/endpoint.ts';
import type { Env } from '../sandbox-bindings.ts';
import {
  confirmationRequestSchema,
  noticeBodySchema,
  requestIdSchema,
  startRequestSchema,
} from './carrier-request-bodies.ts';
import { Carriers } from './carriers.ts';

/** Parses and handles one call. */
type Call = (carriers: Carriers, request: Request, code: CarrierCode) => Promise<object>;

const calls = new Map<string, Call>([
  [
    'confirm',
    async (carriers, request, code) =>
      carriers.confirm(await readAbout(request, confirmationRequestSchema, code)),
  ],
  [
    'start',
    async (carriers, request, code) => carriers.start(await readAbout(request, startRequestSchema, code)),
  ],
  [
    'outcome',
    async (carriers, request) => carriers.outcome((await readJson(request, requestIdSchema)).requestId),
  ],
  [
    'cancel',
    async (carriers, request) => carriers.cancel((await readJson(request, requestIdSchema)).requestId),
  ],
  [
    'notify',
    async (carriers, request, code) => carriers.notify(await readAbout(request, noticeBodySchema, code)),
  ],
]);

/**
 * `POST /sandbox/carrier/:call`: serves the carrier port over HTTP (docs/carrier.openapi.yaml). The token
 * determines the carrier.
 */
export async function serveCarrierApi({ request, env, now, path }: Context<Env>): Promise<Response> {
  const code = await findCarrier(env, readBearer(request));
  const call = calls.get(path.call ?? '');
  if (call === undefined) throw new ProtocolError(refusals.not_found);
  const answer = call(new Carriers(env, now, [code]), request, code);
  return Response.json(await callProgram(`answering ${path.call} as carrier ${code}`, answer));
}

async function findCarrier(env: Env, presented: string): Promise<CarrierCode> {
  for (const code of carrierCodes)
    if (await equalSecrets(presented, env[`CARRIER_${code}_TOKEN`])) return code;
  throw authenticationFailedError();
}

/**
 * Parses a call. A carrier accepts only requests about its own subscribers. @throws {ProtocolError} `missing_item`
 * or `invalid_item` if a field is missing or invalid.
 */
async function readAbout<Schema extends v.GenericSchema<unknown, { telcoCd: CarrierCode }>>(
  request: Request,
  schema: Schema,
  code: CarrierCode,
): Promise<v.InferOutput<Schema>> {
  const question = await readJson(request, schema);
  if (question.telcoCd !== code) throw new ProtocolError(refusals.invalid_item, { item: 'telcoCd' });
  return question;
}
