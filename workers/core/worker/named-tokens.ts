/** One of several valid bearer tokens. The log contains its name, never its value. */
export interface NamedToken {
  /** Such as `kim`, or with a scope: `kim@applications`. */
  readonly name: string;
  readonly value: string;
}

/** The tokens of a setting: `kim:TOKEN,lee:TOKEN`, or a single one with or without a name. */
export const splitTokens = (text: string, defaultName: string): NamedToken[] =>
  text.split(',').map((part) => {
    const colon = part.indexOf(':');
    return { name: colon === -1 ? defaultName : part.slice(0, colon), value: part.slice(colon + 1) };
  });

/** The scope of a token; undefined if it allows all calls. */
export const scopeOf = ({ name }: Pick<NamedToken, 'name'>): string | undefined => name.split('@')[1];
