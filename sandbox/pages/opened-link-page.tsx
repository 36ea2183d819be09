import type { PhoneRequest } from '../directory/request-table.ts';
import { hasApp, type ListedSubscriber } from '../directory/subscriber-table.ts';
import { PhoneChoices } from './phone-choices.tsx';
import { type Phone, PhoneScreen } from './phone-screen.tsx';
import { script } from './phone-script.ts';
import { phoneStyle } from './phone-style.ts';
import { Frame, type PageProps } from './sandbox-frame.tsx';

interface OpenedProps extends PageProps {
  request: PhoneRequest;
  subscribers: ListedSubscriber[];
  /** The phone that displays the request, with its user, or undefined until a phone has opened the request. */
  phone: Phone | undefined;
}

/** The phone after it opens a request's link. It displays only that request. */
export function OpenedLinkPage({ request, subscribers, phone, ...props }: OpenedProps) {
  const { words } = props;
  if (phone !== undefined)
    return (
      <Frame
        {...props}
        script={script}
        ownStyle={phoneStyle}
        title={words('phone_of', { name: phone.subscriber.name })}
      >
        <h1>{words('phone_of', { name: phone.subscriber.name })}</h1>
        <PhoneScreen {...props} phone={phone} opened={request.id} />
      </Frame>
    );
  const theirs = subscribers.filter(
    (subscriber) => subscriber.telcoCd === request.telcoCd && hasApp(subscriber),
  );
  return (
    <Frame {...props} title={words('open_title')}>
      <h1>{words('open_title')}</h1>
      <p class="lead">{words('open_lead')}</p>
      <form method="post" action={`/sandbox/open/${request.id}`}>
        <PhoneChoices phones={theirs} words={words} />
      </form>
    </Frame>
  );
}
