import * as v from 'valibot';
import { clientIdFormat } from '../../workers/core/protocol/credentials.ts';
import { ProtocolError } from '../../workers/core/protocol/errors.ts';
import * as refusals from '../../workers/core/protocol/refusals.ts';
import { isReviewNumber } from '../../workers/core/protocol/review-number.ts';
import { refuseCrossSite } from '../../workers/core/protocol/same-origin.ts';
import type { Context } from '../../workers/core/worker/endpoint.ts';
import { directoryOf } from '../directory/index.ts';
import type { Env } from '../sandbox-bindings.ts';
import { reviewers_number } from '../sandbox-refusals.ts';
import { endAutomaticLogins, readAutomaticLogins, reportUnregistration } from '../service-client.ts';
import { subscriberSchema } from '../subscriber.ts';
import { phonePath, respondWithJsonOrRedirect } from './json-or-redirect.ts';
import { readFields } from './read-fields.ts';

const application = v.object({ client_id: v.pipe(v.string(), v.regex(clientIdFormat)) });

export async function listSubscribers({ env }: Context<Env>): Promise<Response> {
  return Response.json({ subscribers: await directoryOf(env).subscribers() });
}

/** Adds a subscriber, or changes the existing subscriber with the same number. */
export async function saveSubscriber({ env, request, url }: Context<Env>): Promise<Response> {
  refuseCrossSite(request, url);
  const subscriber = await readFields(request, subscriberSchema, Object.keys(subscriberSchema.entries));
  if (isReviewNumber(subscriber.phoneNo))
    throw new ProtocolError(reviewers_number, { value: subscriber.phoneNo });
  await directoryOf(env).saveSubscriber(subscriber);
  return respondWithJsonOrRedirect(request, { subscriber }, phonePath(subscriber.phoneNo));
}

/**
 * Removes a subscriber from the phone authentication app. The service ends the registration before the sandbox
 * marks the subscriber.
 */
export async function leave(context: Context<Env>): Promise<Response> {
  const { phoneNo } = await findOwnSubscriber(context);
  await reportUnregistration(context.env, phoneNo);
  await directoryOf(context.env).leave(phoneNo);
  return answerWithSubscriber(context, phoneNo);
}

/** Registers the subscriber, again or for the first time. The service issues a new plid at the next sign-in. */
export async function register(context: Context<Env>): Promise<Response> {
  const { phoneNo } = await findOwnSubscriber(context);
  await directoryOf(context.env).register(phoneNo);
  return answerWithSubscriber(context, phoneNo);
}

async function answerWithSubscriber({ env, request }: Context<Env>, phoneNo: string): Promise<Response> {
  const subscriber = await directoryOf(env).subscriber(phoneNo);
  return respondWithJsonOrRedirect(request, { subscriber }, phonePath(phoneNo));
}

export async function listAutomaticLogins(context: Context<Env>): Promise<Response> {
  const { phoneNo } = await findSubscriber(context);
  return Response.json({ automaticLogins: await readAutomaticLogins(context.env, phoneNo) });
}

/** Turns off automatic login for one application, on all devices. */
export async function disableAutomaticLogin(context: Context<Env>): Promise<Response> {
  const { env, request } = context;
  const { phoneNo } = await findOwnSubscriber(context);
  const { client_id } = await readFields(request, application, ['client_id']);
  await endAutomaticLogins(env, phoneNo, client_id);
  return respondWithJsonOrRedirect(
    request,
    { automaticLogins: await readAutomaticLogins(env, phoneNo) },
    phonePath(phoneNo),
  );
}

/** Finds the subscriber to change. Rejects the request if it comes from another site's page. */
function findOwnSubscriber(context: Context<Env>) {
  refuseCrossSite(context.request, context.url);
  return findSubscriber(context);
}

async function findSubscriber({ env, path }: Context<Env>) {
  const subscriber = await directoryOf(env).subscriber(path.phoneNo ?? '');
  if (subscriber === undefined) throw new ProtocolError(refusals.not_found);
  return subscriber;
}
