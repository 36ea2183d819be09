import { autoPostPage } from '../../../pages/auto-post-page.tsx';
import { withChosenLanguage } from '../../errors/failure-page.tsx';
import { gatewayFrame } from '../../errors/gateway-frame.tsx';
import type { OpenIdContext } from './party-settings.ts';

/** Returns a page whose form submits automatically, so that no URL contains the form's fields. */
export function formPost(
  context: OpenIdContext,
  action: string,
  fields: Iterable<readonly [name: string, value: string]>,
): Response {
  const { language } = withChosenLanguage(context);
  const frame = gatewayFrame({ settings: context.env, language, url: undefined });
  return autoPostPage({ language, frame, action, fields });
}
