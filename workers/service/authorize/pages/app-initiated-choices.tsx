import type { StartWay } from '../../../../packages/plid/carrier/port.ts';
import { carrierNames } from '../../../core/protocol/attribute-texts.ts';
import { maySupportStart } from '../app-initiated/supported-starts.ts';
import { offeredStarts, startName } from '../sign-in/configured-starts.ts';
import { formActionPaths } from '../sign-in/sign-in-paths.ts';
import { signInTexts } from '../texts/index.ts';
import type { View } from './sign-in-frame.tsx';

/**
 * Order in which the page lists the two ways to start a sign-in in the carrier's app. Sign-in with another device
 * comes first. On a phone, the style sheet reverses the order.
 */
const pageOrder: readonly StartWay[] = ['code', 'link'];

/**
 * Carrier tiles for app-initiated sign-ins, which need no typing. The tiles come after the form's submit button,
 * so that Enter activates the submit button. On a phone, the style sheet shows the tiles first. It hides the tiles
 * for QR codes, because another phone would have to scan the code.
 */
export function AppInitiatedChoices({ view }: { view: View }) {
  const groups = pageOrder.filter((way) => shownStarts(way, view).length > 0);
  if (groups.length === 0) return null;
  return (
    <div class="starts">
      {groups.map((way) => (
        <StartTiles key={way} view={view} way={way} />
      ))}
    </div>
  );
}

const shownStarts = (way: StartWay, { env, signIn, now }: View) =>
  offeredStarts(way, signIn, env).filter(({ telcoCd }) => maySupportStart(telcoCd, now));

function StartTiles({ view, way }: { view: View; way: StartWay }) {
  return (
    <fieldset class={`field start-${way}`}>
      <legend>{signInTexts[view.language].start[way].choose}</legend>
      <div class="choices">
        {shownStarts(way, view).map((start) => (
          <button
            key={startName(start)}
            type="submit"
            class="button-quiet small"
            formaction={formActionPaths.start}
            name="start"
            value={startName(start)}
          >
            {carrierNames[start.telcoCd]}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
