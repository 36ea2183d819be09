import { Icon } from './icon.tsx';
import type { Child } from './jsx-runtime.ts';

/** How a page ends or interrupts what the user was doing. Each kind has an icon. */
export type EndingKind = 'done' | 'denied' | 'expired' | 'failed' | 'info' | 'phone' | 'question';

/** An explanation that most users don't need. */
interface Folded {
  summary: string;
  text: string;
}

export interface EndingProps {
  kind: EndingKind;
  title: string;
  /** Two lines at most on a phone. */
  text: Child;
  details?: Folded | undefined;
  /** Content below the title, such as the application's name. */
  about?: Child;
  /** Content below the text. */
  more?: Child;
  /** The buttons. The first one may be primary; all others are quiet. */
  children?: Child;
}

/**
 * A page that explains how something ended, or asks before it ends something. Its buttons are at the lower edge of a
 * phone (ending-style.ts, with the property `ends` of the layout).
 */
export const Ending = ({ kind, title, text, details, about, more, children }: EndingProps) => (
  <section class="card">
    <div class="ending" data-kind={kind}>
      <Icon name={kind} />
      <h1>{title}</h1>
      {about}
      <p>{text}</p>
      {more}
      {details !== undefined && (
        <details>
          <summary>{details.summary}</summary>
          <p>{details.text}</p>
        </details>
      )}
    </div>
    {children !== undefined && <div class="actions">{children}</div>}
  </section>
);
