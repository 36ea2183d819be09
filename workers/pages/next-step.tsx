import { ButtonLink } from './button.tsx';

interface Step {
  href: string;
  label: string;
}

/** The next steps of a page as buttons. The first one is the primary button. */
export const NextSteps = ({ steps }: { steps: readonly Step[] }) => (
  <p class="actions">
    {steps.map((step, index) => (
      <ButtonLink key={step.href} {...step} look={index === 0 ? 'button' : 'button-quiet'} />
    ))}
  </p>
);

interface NextStepProps {
  title: string;
  text: string;
  steps: readonly Step[];
}

/** A page that replaces the requested page and shows the reason and the next steps. */
export const NextStep = ({ title, text, steps }: NextStepProps) => (
  <section class="card">
    <h1>{title}</h1>
    <p>{text}</p>
    <NextSteps steps={steps} />
  </section>
);
