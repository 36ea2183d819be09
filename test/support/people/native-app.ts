import { createHash, randomBytes } from 'node:crypto';
import type { World } from '../world/world.ts';

type GatewayOfWorld = Pick<World, 'gateway' | 'fetch'>;

interface Started {
  authorize_url: string;
  state: string;
  expires_in: number;
}

/** An application without a server, on a phone: it holds a verifier, but no secret. */
export class App {
  readonly verifier: string = randomBytes(32).toString('base64url');
  readonly #world: GatewayOfWorld;

  constructor(world: GatewayOfWorld) {
    this.#world = world;
  }

  get challenge(): string {
    return createHash('sha256').update(this.verifier).digest('base64url');
  }

  post(route: string, body: unknown): Promise<Response> {
    return this.#world.fetch(`${this.#world.gateway}${route}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  async start(more: Record<string, unknown> = {}): Promise<Started> {
    const challenge = { code_challenge: this.challenge, code_challenge_method: 'S256' };
    return (await this.post('/auth/login', { ...challenge, ...more })).json() as Promise<Started>;
  }

  /** Sends a form to the token proxy; `undefined` leaves a field out. */
  token(fields: Record<string, string | undefined>, headers: Record<string, string> = {}): Promise<Response> {
    const all = { grant_type: 'authorization_code', code_verifier: this.verifier, ...fields };
    const sent = Object.entries(all).filter((field): field is [string, string] => field[1] !== undefined);
    return this.#world.fetch(`${this.#world.gateway}/auth/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(sent).toString(),
    });
  }
}
