/** One of the bearer tokens that are live at the same time. The log names it; never its value. */
export interface NamedToken {
  /** `kim`, or with what alone it is for: `kim@applications`. */
  readonly name: string;
  readonly value: string;
}

/** The tokens of a setting, as they stand there: `kim:TOKEN,lee:TOKEN`, or one alone, with or without a name. */
export const splitTokens = (text: string, defaultName: string): NamedToken[] =>
  text.split(',').map((part) => {
    const colon = part.indexOf(':');
    return { name: colon === -1 ? defaultName : part.slice(0, colon), value: part.slice(colon + 1) };
  });

/** What a token may do: one kind of thing, or everything (undefined). */
export const scopeOf = ({ name }: Pick<NamedToken, 'name'>): string | undefined => name.split('@')[1];
