import * as v from 'valibot';
import { readJson } from '../../core/http/json.ts';
import { refuseCrossSite } from '../../core/http/same-origin.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { directoryOf } from '../directory/index.ts';
import { type Fault, faultSchema } from '../fault.ts';
import type { Env } from '../sandbox-bindings.ts';
import { answerOrReturn } from './answer-or-return.ts';
import { readFields } from './read-fields.ts';

const faultFields = ['endpoint', 'kind', 'count', 'milliseconds', 'status', 'error', 'message'];

/** The faults that are still pending. */
export async function listFaults({ env }: Context<Env>): Promise<Response> {
  return Response.json({ faults: await directoryOf(env).faults() });
}

/** Replaces all faults: `{"faults": […]}`. */
export async function setFaults(context: Context<Env>): Promise<Response> {
  refuseCrossSite(context.request, context.url);
  const { faults } = await readJson(context.request, v.object({ faults: v.array(faultSchema) }));
  return replaceFaults(context, faults);
}

export async function clearFaults(context: Context<Env>): Promise<Response> {
  refuseCrossSite(context.request, context.url);
  return replaceFaults(context, []);
}

/** Adds one fault, as the page's form does. */
export async function addFault(context: Context<Env>): Promise<Response> {
  refuseCrossSite(context.request, context.url);
  const fault = await readFields(context.request, faultSchema, faultFields);
  await directoryOf(context.env).addFault(fault);
  return answerWithFaults(context);
}

async function replaceFaults(context: Context<Env>, faults: Fault[]): Promise<Response> {
  await directoryOf(context.env).setFaults(faults);
  return answerWithFaults(context);
}

async function answerWithFaults({ env, request }: Context<Env>): Promise<Response> {
  return answerOrReturn(request, { faults: await directoryOf(env).faults() }, '/sandbox/faults');
}
