import { fill } from '../../../core/protocol/texts.ts';
import { PostButton } from '../../../pages/button.tsx';
import { formatDate, formatTime } from '../../pages/korea-time.ts';
import type { NoticeLink } from '../../settings/service-sealed-types.ts';
import { accountPage, type Frame } from './account-frame.tsx';
import { noticeTexts } from './notice-texts.ts';

/**
 * Renders a page that asks the user to confirm before a notice's sign-in, automatic login, or consent is ended.
 * @param application the application's name. @param notice the encrypted value from the notice's URL, which the
 * page's form sends back.
 */
export function noticeLinkPage(frame: Frame, end: NoticeLink, application: string, notice: string): Response {
  const { language } = frame;
  const { title, effect, submit } = noticeTexts[language][end.kind];
  const { when, phone } = noticeTexts[language];
  const values = {
    application,
    time: `${formatDate(language, end.at)} ${formatTime(language, end.at)}`,
  };
  return accountPage(
    frame,
    { title: fill(title, values) },
    <section class="card">
      <h1>{fill(title, values)}</h1>
      <p class="lead">{fill(when, values)}</p>
      <p>{fill(effect, values)}</p>
      <p class="hint">{phone}</p>
      <PostButton action="/account/end" fields={[['notice', notice]]} label={submit} look="button-danger" />
    </section>,
  );
}
