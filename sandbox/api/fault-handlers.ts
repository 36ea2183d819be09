import * as v from 'valibot';
import { ProtocolError } from '../../workers/core/protocol/errors.ts';
import { readJson } from '../../workers/core/protocol/json.ts';
import * as refusals from '../../workers/core/protocol/refusals.ts';
import { refuseCrossSite } from '../../workers/core/protocol/same-origin.ts';
import type { Context } from '../../workers/core/worker/endpoint.ts';
import { directoryOf } from '../directory/index.ts';
import { type Fault, faultSchema } from '../fault.ts';
import { presetNames, presets } from '../fault-presets.ts';
import type { Env } from '../sandbox-bindings.ts';
import { respondWithJsonOrRedirect } from './json-or-redirect.ts';
import { readFields } from './read-fields.ts';

const faultFields = ['endpoint', 'kind', 'count', 'milliseconds', 'status', 'error', 'message', 'telcoCd'];

/** Returns the faults that are still set. */
export async function listFaults({ env }: Context<Env>): Promise<Response> {
  return Response.json({ faults: await directoryOf(env).faults() });
}

const replacement = v.object({
  preset: v.optional(v.picklist(presetNames)),
  faults: v.optional(v.array(faultSchema)),
});

/**
 * Replaces all faults, either with a list (`{"faults": […]}`) or with the faults of a preset (`{"preset": "bad
 * day"}`).
 */
export async function setFaults(context: Context<Env>): Promise<Response> {
  refuseCrossSite(context.request, context.url);
  const { preset, faults } = await readJson(context.request, replacement);
  if (preset !== undefined) return replaceFaults(context, [...presets[preset]]);
  if (faults === undefined) throw new ProtocolError(refusals.missing_item, { item: 'faults' });
  return replaceFaults(context, faults);
}

const chosen = v.object({ preset: v.picklist(presetNames) });

/** Replaces all faults with those of a preset, as a card on the faults page does. */
export async function setPreset(context: Context<Env>): Promise<Response> {
  refuseCrossSite(context.request, context.url);
  const { preset } = await readFields(context.request, chosen, ['preset']);
  return replaceFaults(context, [...presets[preset]]);
}

/** Returns the presets, and the faults that each preset sets. */
export function listPresets(): Response {
  return Response.json({ presets: presetNames.map((name) => ({ name, faults: presets[name] })) });
}

export async function clearFaults(context: Context<Env>): Promise<Response> {
  refuseCrossSite(context.request, context.url);
  return replaceFaults(context, []);
}

/** Adds one fault, as the form on the faults page does. */
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
  return respondWithJsonOrRedirect(request, { faults: await directoryOf(env).faults() }, '/sandbox/faults');
}
