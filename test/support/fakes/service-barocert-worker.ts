import * as real from '../../../workers/service/carriers/barocert/index.ts';
import { observed } from '../assertions/observed-objects.ts';

/** The Durable Objects of the adapter for Barocert in a form that tests can look into and make fail. */
export const BarocertRequest = observed(real.BarocertRequest, 'BarocertRequest');

export { BarocertCarrier, default } from '../../../workers/service/carriers/barocert/index.ts';
