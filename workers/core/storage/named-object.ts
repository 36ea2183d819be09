/** The setting that every caller of a Durable Object has. */
export interface Located {
  LOCATION_HINT: DurableObjectLocationHint;
}

/**
 * The object of a name. The first call for a name makes its object, and nothing moves it afterwards (docs/operating.md, "Where objects are"): without a hint it would stand for good
 * near whoever happened to ask first, such as a person on a journey.
 */
export const namedObject = <Class extends Rpc.DurableObjectBranded>(
  objects: DurableObjectNamespace<Class>,
  name: string,
  { LOCATION_HINT: locationHint }: Located,
): DurableObjectStub<Class> => objects.get(objects.idFromName(name), { locationHint });
