import type { StartWay } from '../../../core/carrier/port.ts';
import { fill } from '../../../core/protocol/texts.ts';
import type { CarrierCode } from '../../../core/protocol/user-record.ts';
import { carrierNames } from '../../../core/protocol/user-record.ts';
import type { View } from '../../sign-in/flow/sign-in-context.ts';
import { formActionPaths } from '../../sign-in/flow/sign-in-paths.ts';
import { formId } from '../../sign-in/pages/sign-in-frame.tsx';
import type { OfferedStart } from '../../sign-in/settings/starts-setting.ts';
import { offeredStarts, startName } from './offered-starts.ts';
import { startTexts } from './start-texts.ts';
import { maySupportStart } from './supported-starts.ts';

const shownStarts = (way: StartWay, view: View) =>
  offeredStarts(way, view).filter(({ telcoCd }) => maySupportStart(telcoCd, view.now));

interface CarrierAppProps {
  view: View;
  /** The user's carrier, as far as it's known. */
  carrier: CarrierCode | undefined;
}

/**
 * The fastest way to sign in on a phone, which the style sheet hides elsewhere. The primary button opens the app of
 * the user's carrier. If the carrier is unknown, the button shows the carriers. The buttons also send the form
 * below, so that its entries aren't lost.
 */
export function CarrierAppSignIn({ view, carrier }: CarrierAppProps) {
  const starts = shownStarts('link', view);
  if (starts.length === 0) return null;
  const text = startTexts[view.language].link;
  const own = starts.length === 1 ? starts[0] : starts.find(({ telcoCd }) => telcoCd === carrier);
  const others = starts.filter((start) => start !== own);
  return (
    <div class="app">
      {own && (
        <StartButton
          start={own}
          class="button"
          label={fill(text.own, { carrier: carrierNames[own.telcoCd] })}
        />
      )}
      {others.length > 0 && (
        <details>
          <summary class={own ? undefined : 'button'}>{own ? text.other : text.choose}</summary>
          <div class="choices">
            {others.map((start) => (
              <StartTile key={startName(start)} start={start} />
            ))}
          </div>
          <p class="hint">{text.mvno}</p>
        </details>
      )}
      <h2 class="or">{text.byNumber}</h2>
    </div>
  );
}

/** Buttons that show a QR code for the carrier's app on another device. They also send the form. */
export function QrCodeChoices({ view }: { view: View }) {
  const starts = shownStarts('code', view);
  return starts.length === 0 ? null : (
    <fieldset class="field start-code">
      <legend class="or">{startTexts[view.language].code.choose}</legend>
      <div class="choices">
        {starts.map((start) => (
          <StartTile key={startName(start)} start={start} />
        ))}
      </div>
    </fieldset>
  );
}

const StartTile = ({ start }: { start: OfferedStart }) => (
  <StartButton start={start} class="button-quiet small" label={carrierNames[start.telcoCd]} />
);

const StartButton = ({ start, label, ...style }: { start: OfferedStart; label: string; class: string }) => (
  <button
    {...style}
    type="submit"
    form={formId}
    formaction={formActionPaths.start}
    name="start"
    value={startName(start)}
  >
    {label}
  </button>
);
