import { Icon } from './icon.tsx';
import type { Child } from './jsx-runtime.ts';

interface NoticeProps {
  /** `good` and `bad` report a result. Default: `info`. */
  kind?: 'info' | 'good' | 'bad';
  /** Whether screen readers announce the notice: a change, or an error that the page's script focuses. */
  role?: 'status' | 'alert';
  children: Child;
}

const icons = { info: 'info', good: 'done', bad: 'failed' } as const;

/** A box with an icon, which stands out from the text of a page. With the icon, the kinds differ without colors. */
export const Notice = ({ kind = 'info', role, children }: NoticeProps) => (
  <div
    class={kind === 'info' ? 'notice' : `notice ${kind}`}
    role={role}
    tabindex={role === 'alert' ? -1 : undefined}
  >
    <Icon name={icons[kind]} />
    <div>{children}</div>
  </div>
);
