/**
 * Classes of buttons. A page has one primary `button`. `way` looks like a link. A `small` button stands beside its
 * text.
 */
export type ButtonLook =
  | 'button'
  | 'button-quiet'
  | 'button-danger'
  | 'way'
  | 'button-quiet small'
  | 'button-danger small';

interface ButtonLinkProps {
  href: string;
  label: string;
  /** Default: `button`. */
  look?: ButtonLook;
  /** Label for screen readers, if the visible label isn't clear without its surroundings. */
  fullLabel?: string;
}

/** A link that looks like a button. */
export const ButtonLink = ({ href, label, look = 'button', fullLabel }: ButtonLinkProps) => (
  <a class={look} href={href} aria-label={fullLabel}>
    {label}
  </a>
);

interface StepsProps {
  steps: readonly { href: string; label: string }[];
}

/** The next steps as buttons. The first one is the primary button. */
export const Steps = ({ steps }: StepsProps) => (
  <>
    {steps.map((step, index) => (
      <ButtonLink key={step.href} {...step} look={index === 0 ? 'button' : 'button-quiet'} />
    ))}
  </>
);

export interface PostButtonProps extends Omit<ButtonLinkProps, 'href'> {
  /** Target of the form. */
  action: string;
  /** Hidden fields. */
  fields?: Iterable<readonly [name: string, value: string]>;
  id?: string;
  /** Whether the button stands in a row with other content, instead of below it. */
  isInRow?: boolean;
}

/** A form with one button and no visible field. */
export function PostButton({ action, fields = [], id, isInRow, ...button }: PostButtonProps) {
  const { label, fullLabel, look = 'button' } = button;
  return (
    <form id={id} method="post" action={action} class={isInRow ? undefined : 'actions'}>
      {[...fields].map(([field, value]) => (
        <input type="hidden" name={field} value={value} key={field} />
      ))}
      <button type="submit" class={look} aria-label={fullLabel}>
        {label}
      </button>
    </form>
  );
}
