import { fill } from '../../../core/protocol/texts.ts';
import { ButtonLink, PostButton } from '../../../pages/button.tsx';
import { Ending } from '../../../pages/ending.tsx';
import { formatDate, formatTime } from '../../pages/korea-time.ts';
import { accountPath } from '../../registry/account-client.ts';
import type { NoticeLink } from '../../settings/service-sealed-types.ts';
import { accountPage, type Frame } from './account-frame.tsx';
import type { Notice as AccountNotice } from './account-settings.ts';
import { noticeTexts } from './notice-texts.ts';

/** The notice that nothing was changed. */
const kept: AccountNotice = 'noticeKept';

/**
 * Renders a page that asks the user to confirm before a notice's sign-in, automatic login, or consent is ended.
 * @param application the application's name. @param notice the encrypted value from the notice's URL, which the
 * page's form sends back.
 */
export function noticeLinkPage(frame: Frame, end: NoticeLink, application: string, notice: string): Response {
  const { language } = frame;
  const { title, effect, more, submit } = noticeTexts[language][end.kind];
  const { when, details, mine } = noticeTexts[language];
  const values = {
    application,
    time: `${formatDate(language, end.at)} ${formatTime(language, end.at)}`,
  };
  return accountPage(
    frame,
    { title: fill(title, values), ends: true },
    <Ending
      kind="question"
      title={fill(title, values)}
      about={<p class="lead">{fill(when, values)}</p>}
      text={fill(effect, values)}
      details={{ summary: details, text: fill(more, values) }}
    >
      <PostButton action="/account/end" fields={[['notice', notice]]} label={submit} look="button-danger" />
      <ButtonLink look="button-quiet" href={`${accountPath}?notice=${kept}`} label={mine} />
    </Ending>,
  );
}
