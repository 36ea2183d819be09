interface PageLinkProps {
  href: string;
  label: string;
  /**
   * Text that a screen reader adds to a link that opens a window. Absent if no window may open, such as in a
   * WebView.
   */
  newWindow?: string | undefined;
  class?: string;
}

/** A link that opens another page in a new window, so that a partly completed form keeps its input. */
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
