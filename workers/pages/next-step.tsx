interface LinkProps {
  href: string;
  label: string;
}

/** The main action of a page, as a button. */
export const NextStepLink = ({ href, label }: LinkProps) => (
  <p class="actions">
    <a class="button" href={href}>
      {label}
    </a>
  </p>
);

/** A page that replaces the requested page and shows the reason and the next step. */
export const NextStep = ({ title, text, ...link }: LinkProps & { title: string; text: string }) => (
  <section class="card">
    <h1>{title}</h1>
    <p>{text}</p>
    <NextStepLink {...link} />
  </section>
);
