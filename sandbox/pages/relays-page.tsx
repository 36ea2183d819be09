import type { ListedSubscriber } from '../directory/subscriber-table.ts';
import { relayGoals } from '../relay/relay.ts';
import { relayDisplayLocation } from '../relay/relay-browser.ts';
import { locationText } from './asking-browser.tsx';
import { ChoiceField, TextField } from './form-fields.tsx';
import { PhoneChoices } from './phone-choices.tsx';
import { Frame, type PageProps } from './sandbox-frame.tsx';
import { toolStyle } from './sandbox-style.ts';

/** Explains what a relay does, and offers the users whose phones it may use. */
export function RelaysPage({ subscribers, ...props }: PageProps & { subscribers: ListedSubscriber[] }) {
  const { words, language } = props;
  const place = locationText(relayDisplayLocation, language) ?? '';
  return (
    <Frame {...props} ownStyle={toolStyle} title={words('relay_title')}>
      <h1>{words('relay_title')}</h1>
      <p class="lead">{words('relay_lead')}</p>
      <ol class="steps">
        <li>{words('relay_step_begin')}</li>
        <li>{words('relay_step_phone', { place, browser: relayDisplayLocation.browser })}</li>
        <li>{words('relay_step_after')}</li>
      </ol>
      <form method="post" action="/sandbox/relay">
        <div class="columns">
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
          <section>
            <h2>{words('relay_people')}</h2>
            <PhoneChoices phones={subscribers} words={words} />
          </section>
        </div>
      </form>
    </Frame>
  );
}
