import type { StartWay } from '../../../../packages/plid/carrier/port.ts';
import { carrierNames } from '../../../core/protocol/attribute-texts.ts';
import { isSupported } from '../app-initiated/supported-starts.ts';
import { offeredStarts, startName } from '../sign-in/configured-starts.ts';
import { actions } from '../sign-in/sign-in-paths.ts';
import { words } from '../words/index.ts';
import type { View } from './sign-in-frame.tsx';

/** Another device comes first: on a phone the style turns them round. */
const pageOrder: readonly StartWay[] = ['code', 'link'];

/**
 * The starts that need no typing, as tiles of carriers. They follow the form's own button, which Enter presses; on a phone the style shows them
 * first, and no code: it would have to be scanned by another one.
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
  offeredStarts(way, signIn, env).filter(({ telcoCd }) => isSupported(telcoCd, now));

function StartTiles({ view, way }: { view: View; way: StartWay }) {
  return (
    <fieldset class={`field start-${way}`}>
      <legend>{words[view.language].start[way].choose}</legend>
      <div class="choices">
        {shownStarts(way, view).map((start) => (
          <button
            key={startName(start)}
            type="submit"
            class="button-quiet small"
            formaction={actions.start}
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
