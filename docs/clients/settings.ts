/** What the operator of the login service gives to an application, and where the application listens. */
export interface Settings {
  /** Such as `http://localhost:8787` beside `npm start`. */
  service: string;
  client_id: string;
  client_secret: string;
  /** Registered at the service, to the letter. */
  redirect_uri: string;
}
