import type { Child } from '../../../pages/jsx-runtime.ts';

interface OtherWaysProps {
  label: string;
  isOpen?: boolean;
  children: Child;
}

/**
 * Folded ways to sign in, after a way with the page's primary button. While they are unfolded, their own button is the
 * primary one (form-style.ts).
 */
export const OtherWays = ({ label, isOpen = false, children }: OtherWaysProps) => (
  <details class="others" open={isOpen}>
    <summary class="button-quiet">{label}</summary>
    {children}
  </details>
);
