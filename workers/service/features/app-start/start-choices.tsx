import type { StartWay } from '../../../core/carrier/port.ts';
import { isPhone } from '../../../core/http/device.ts';
import { fill } from '../../../core/protocol/texts.ts';
import { type CarrierCode, carrierNames } from '../../../core/protocol/user-record.ts';
import type { ButtonLook } from '../../../pages/button.tsx';
import type { Offer } from '../../sign-in/flow/approval-method.ts';
import type { View } from '../../sign-in/flow/sign-in-context.ts';
import { formActionPaths } from '../../sign-in/flow/sign-in-paths.ts';
import { formId } from '../../sign-in/pages/sign-in-frame.tsx';
import { offeredStarts } from './offered-starts.ts';
import { startScript, startStyle } from './start-style.ts';
import { startTexts } from './start-texts.ts';
import { maySupportStart } from './supported-starts.ts';

/**
 * Returns what the form offers. On a phone, the chosen carrier's app needs no other entry. Elsewhere, the app scans a code
 * from the page.
 */
export function offerStarts(view: View): Offer {
  const way = isPhone(view.request.headers) ? 'link' : 'code';
  const carriers = offeredStarts(way, view)
    .map(({ telcoCd }) => telcoCd)
    .filter((telcoCd) => maySupportStart(telcoCd, view.now));
  if (carriers.length === 0) return {};
  const button = (look: ButtonLook) => <StartButton {...{ view, way, carriers, look }} />;
  const shared = { style: startStyle, script: startScript };
  return way === 'link' ? { ...shared, forCarrier: button } : { ...shared, inForm: button('button-quiet') };
}

interface StartButtonProps {
  view: View;
  way: StartWay;
  /** The carriers that offer it. */
  carriers: readonly CarrierCode[];
  look: ButtonLook;
}

/**
 * Button that continues in the app of the carrier chosen in the form. The style sheet shows the label with that carrier, and
 * hides the button if that carrier doesn't offer it. The button also sends the form, so that its entries aren't lost.
 */
function StartButton({ view: { language }, way, carriers, look }: StartButtonProps) {
  const text = startTexts[language];
  const { any, own } = text[way];
  return (
    <div class={`actions start ${carriers.join(' ')}`}>
      {look === 'button-quiet' && <p class="or">{text.or}</p>}
      <button
        type="submit"
        class={look}
        form={formId}
        formaction={formActionPaths.start}
        name="start"
        value={way}
      >
        <span class="any">{any}</span>
        {carriers.map((telcoCd) => (
          <span key={telcoCd} class={telcoCd}>
            {fill(own, { carrier: carrierNames[telcoCd] })}
          </span>
        ))}
      </button>
    </div>
  );
}
