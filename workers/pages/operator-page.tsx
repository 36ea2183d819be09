import type { Language } from '../core/http/language.ts';
import type { Child } from './jsx-runtime.ts';
import { Layout } from './layout.tsx';
import { page } from './page.ts';

export interface OperatorPage {
  language: Language;
  title: string;
  /** Layout properties that identify the operator. */
  frame: { bar: Child; foot: Child; ownStyle: string };
  /** The source of a small script. The page must also work without the script. */
  script?: string;
  /** Set-Cookie values. */
  cookies?: readonly string[];
}

/** Returns a page whose form may redirect to any origin, such as a relying party. */
export const operatorPage = ({ frame, cookies = [], ...shown }: OperatorPage, content: Child): Response =>
  page(
    (nonce) => (
      <Layout ends {...{ nonce, ...shown }} {...frame}>
        {content}
      </Layout>
    ),
    { cookies, allowsAnyFormRedirect: true },
  );
