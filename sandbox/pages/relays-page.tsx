import type { ListedSubscriber } from '../directory/subscriber-table.ts';
import { relayGoals } from '../relay/relay.ts';
import { ChoiceField, TextField } from './form-fields.tsx';
import { PhoneChoices } from './phone-choices.tsx';
import { Frame, type PageProps } from './sandbox-frame.tsx';
import { toolStyle } from './sandbox-style.ts';

/** Offers the phones that a relay may use, and then its goals. Choosing a phone starts the relay. */
export function RelaysPage({ subscribers, ...props }: PageProps & { subscribers: ListedSubscriber[] }) {
  const { words } = props;
  return (
    <Frame {...props} ownStyle={toolStyle} title={words('relay_title')}>
      <h1>{words('relay_title')}</h1>
      <p class="lead">{words('relay_lead')}</p>
      <form method="post" action="/sandbox/relay">
        <div class="columns">
          <section aria-labelledby="people">
            <h2 id="people" class="visually-hidden">
              {words('relay_people')}
            </h2>
            <PhoneChoices phones={subscribers} words={words} />
          </section>
          <section class="card">
            <ChoiceField
              name="aim"
              label={words('relay_aim')}
              choices={relayGoals.map((aim) => [aim, words(`relay_aim_${aim}`)] as const)}
            />
            <TextField
              name="address"
              label={words('relay_address')}
              hint={words('relay_address_hint')}
              required={false}
            />
          </section>
        </div>
      </form>
    </Frame>
  );
}
