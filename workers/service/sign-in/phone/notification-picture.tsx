/**
 * Picture of a phone's top edge with an app's notification, which shows where a request appears. The explanation
 * is next to the picture, and the picture's colors are in waiting-style.ts.
 */
export const NotificationPicture = () => (
  <svg viewBox="0 0 96 80" aria-hidden="true">
    <path d="M14 79V14a12 12 0 0 1 12-12h44a12 12 0 0 1 12 12v65M42 10h12M26 62h44M26 72h28" opacity=".6" />
    <rect x="4" y="20" width="88" height="30" rx="8" />
    <path d="M38 31h20M38 40h44M17 35l4 4 7-8" />
  </svg>
);
