/** The setting of every worker that calls a Durable Object. */
export interface Located {
  LOCATION_HINT: DurableObjectLocationHint;
}

/**
 * Returns the Durable Object with the given name. The first call creates the object, which then never moves
 * (docs/operate/data.md). Without a location hint, the object would stay near the first caller,
 * who may be a traveling user.
 */
export const namedObject = <Class extends Rpc.DurableObjectBranded>(
  objects: DurableObjectNamespace<Class>,
  name: string,
  { LOCATION_HINT: locationHint }: Located,
): DurableObjectStub<Class> => objects.get(objects.idFromName(name), { locationHint });
