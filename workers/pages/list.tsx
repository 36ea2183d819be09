import { type Child, Fragment } from './jsx-runtime.ts';

interface RowsProps {
  rows: readonly Child[];
  /** Additional class, such as `items` (consent-style.ts). */
  look?: string;
}

/** A list with one row per line. The parts of a row stand at both ends of the line, or below each other. */
export const Rows = ({ rows, look }: RowsProps) => (
  <ul class={look === undefined ? 'rows' : `rows ${look}`}>
    {rows.map((row, index) => (
      <li key={index}>{row}</li>
    ))}
  </ul>
);

interface FactsProps {
  facts: readonly (readonly [name: string, value: Child])[];
  /** Additional class, such as `terms` (consent-style.ts). */
  look?: string;
}

/** A list of names and values. A name without a value is omitted. */
export const Facts = ({ facts, look }: FactsProps) => (
  <dl class={look === undefined ? 'facts' : `facts ${look}`}>
    {facts.map(
      ([name, value]) =>
        value !== undefined &&
        value !== '' && (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ),
    )}
  </dl>
);
