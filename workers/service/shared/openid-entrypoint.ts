/** The calls that the entrypoint `OpenId` of the worker of OpenID Connect offers. */
export interface OpenIdEntrypoint {
  /** Whether the service has an OPENID_KEY. */
  isSetUp(): Promise<boolean>;
}
