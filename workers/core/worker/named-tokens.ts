/** One of several valid bearer tokens. The log contains the token's name, never its value. */
export interface NamedToken {
  /** The token's name, such as `kim`, or `kim@applications` for a token with a scope. */
  readonly name: string;
  readonly value: string;
}

/**
 * Splits a setting into its tokens. The setting is `kim:TOKEN,lee:TOKEN`, or a single token with or without a
 * name.
 */
export const splitTokens = (text: string, defaultName: string): NamedToken[] =>
  text.split(',').map((part) => {
    const colon = part.indexOf(':');
    return { name: colon === -1 ? defaultName : part.slice(0, colon), value: part.slice(colon + 1) };
  });

/** Returns the scope of a token, or undefined if the token allows all calls. */
export const tokenScope = ({ name }: Pick<NamedToken, 'name'>): string | undefined => name.split('@')[1];
