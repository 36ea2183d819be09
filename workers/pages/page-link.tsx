interface PageLinkProps {
  href: string;
  label: string;
  /** The words that a screen reader adds to a link that opens a window; absent if no window may be opened, as in a WebView. */
  newWindow?: string | undefined;
  class?: string;
}

/** A link to somebody's page beside this one: in a window of its own, so that what has been filled in here stays. */
export function PageLink({ href, label, newWindow, class: name }: PageLinkProps) {
  if (newWindow === undefined)
    return (
      <a class={name} href={href}>
        {label}
      </a>
    );
  return (
    <a class={name} href={href} target="_blank" rel="noopener">
      {label} <span class="visually-hidden">{newWindow}</span>
    </a>
  );
}
