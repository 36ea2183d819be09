import fc from 'fast-check';
import { compareWithModel, type Observed } from './compare-with-model.ts';
import { type App, apps, type Device, devices, type NumberIndex, numbers, type Owner } from './entities.ts';
import type { LivingWorld } from './living-world.ts';
import type { Life } from './model.ts';
import { untilCopiesGo, untilGatewayForgets } from './wait-for-expiry.ts';

export interface LivedIn extends Observed {
  living: LivingWorld;
  steps: number;
  /** Whether a fault may have left copies of sessions that have ended. */
  copiesMayStay: boolean;
}
export type Command = fc.AsyncCommand<Life, LivedIn>;

interface Described<Choice> {
  /** Whether the step is possible now; always by default. */
  when?: (life: Life, choice: Choice) => boolean;
  /** Takes the step in the model and in the running workers, and compares the answers. */
  does: (life: Life, lived: LivedIn, choice: Choice) => Promise<void>;
}

/** Each step ends with a comparison of everything else. */
export const step = <Choice>(
  name: string,
  choices: fc.Arbitrary<Choice>,
  { when = () => true, does }: Described<Choice>,
): fc.Arbitrary<Command> =>
  choices.map((choice) => ({
    check: (life) => when(life as Life, choice),
    async run(life, lived) {
      lived.steps += 1;
      await does(life, lived, choice);
      await untilGatewayForgets(life, lived);
      if (lived.copiesMayStay) await untilCopiesGo(life, lived);
      lived.copiesMayStay = false;
      await compareWithModel(life, lived);
    },
    toString: () => `${name}(${fc.stringify(choice).slice(1, -1)})`,
  }));

export const device = fc.constantFrom<Device>(...devices);
export const number = fc.constantFrom<NumberIndex>(...numbers);
export const app = fc.constantFrom<App>(...apps);
export const some = fc.nat(99);
export const ownerOf = ({ holders }: Life, index: NumberIndex): Owner => ({
  number: index,
  holder: holders[index],
});
export const atSession = (life: Life, { device }: { device: Device }) => life.current[device] !== undefined;
