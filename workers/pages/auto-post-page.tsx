import { PostButton } from './button.tsx';
import { Ending } from './ending.tsx';
import { type OperatorPage, operatorPage } from './operator-page.tsx';

const words = {
  en: {
    title: 'One moment',
    text: 'If this page doesn’t continue automatically, press the button.',
    label: 'Continue',
  },
  ko: {
    title: '잠시만 기다려 주세요',
    text: '자동으로 넘어가지 않으면 버튼을 눌러 주세요.',
    label: '계속하기',
  },
};

/**
 * A script that submits the form. The script avoids `form.submit()`, because a form field may be named `submit`.
 */
const submitForm = "HTMLFormElement.prototype.submit.call(document.querySelector('main form'))";

interface PostingPage extends Pick<OperatorPage, 'language' | 'frame' | 'cookies'> {
  /** Target of the form. It may redirect to any origin. */
  action: string;
  fields: Iterable<readonly [name: string, value: string]>;
}

/** Returns a page whose form submits itself. If scripts are off, the user submits the form with its button. */
export function autoPostPage({ action, fields, ...shown }: PostingPage): Response {
  const { title, text, label } = words[shown.language];
  return operatorPage(
    { ...shown, title, script: submitForm },
    <Ending kind="expired" title={title} text={text}>
      <PostButton {...{ label, action, fields }} />
    </Ending>,
  );
}
