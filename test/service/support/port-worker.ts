import type { Carrier } from '../../../workers/core/carrier/port.ts';

/** A method of the port, and its parameters. */
export type PortCall = {
  [Method in keyof Carrier]-?: [Method, ...Parameters<Required<Carrier>[Method]>];
}[keyof Carrier];

/** Calls the port as the sign-in does, so that a test sees the result. The test's own process continues meanwhile. */
export default {
  async fetch(request: Request, { CARRIER }: { CARRIER: Required<Carrier> }): Promise<Response> {
    const [method, ...parameters] = (await request.json()) as PortCall;
    const started = Date.now();
    const seconds = () => (Date.now() - started) / 1_000;
    try {
      const answer = await Reflect.apply(CARRIER[method], CARRIER, parameters);
      return Response.json({ answer, seconds: seconds() });
    } catch (failure) {
      return Response.json({ failure: (failure as Error).message, seconds: seconds() });
    }
  },
};
