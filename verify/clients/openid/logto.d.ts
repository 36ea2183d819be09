/** The part of the connector that the tests use; it brings no types. */
declare module '@logto/connector-oidc' {
  interface Connector {
    getAuthorizationUri(asked: object, setSession: (session: object) => Promise<void>): Promise<string>;
    getUserInfo(
      data: object,
      getSession: () => Promise<object>,
    ): Promise<{ id: string; rawData: Record<string, unknown> }>;
  }
  export default function createConnector(options: { getConfig(): Promise<object> }): Promise<Connector>;
}
