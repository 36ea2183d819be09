/** One of the bearer tokens that are live at the same time. The log names it; never its value. */
export interface NamedToken {
  /** `kim`, or with the only thing that it is for: `kim@applications`. */
  readonly name: string;
  readonly value: string;
}

/** The tokens of a setting, as they stand there: `kim:TOKEN,lee:TOKEN`, or a single one, with or without a name. */
export const splitTokens = (text: string, defaultName: string): NamedToken[] =>
  text.split(',').map((part) => {
    const colon = part.indexOf(':');
    return { name: colon === -1 ? defaultName : part.slice(0, colon), value: part.slice(colon + 1) };
  });

/** The calls that a token allows: of one kind, or all (undefined). */
export const scopeOf = ({ name }: Pick<NamedToken, 'name'>): string | undefined => name.split('@')[1];
