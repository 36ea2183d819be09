import { carrierNames } from '../../../core/protocol/user-record.ts';
import { renderOnce } from '../../../pages/render-once.ts';
import { type CarrierChoice, carrierChoices, isMvno, networkOf } from '../entries/carrier-choices.ts';
import { signInTexts } from '../texts/index.ts';
import { describedBy, Fault, type FaultProps, Heading } from './sign-in-fields.tsx';

interface TilesProps extends Omit<FaultProps, 'name'> {
  chosen: CarrierChoice | undefined;
  /** Whether the carrier was guessed from the network, not chosen by the user. */
  guessed: boolean;
}

export const CarrierTiles = renderOnce(({ language, chosen, fault, guessed }: TilesProps) => (
  <div
    class="field"
    role="radiogroup"
    aria-labelledby="telcoCd-label"
    aria-required="true"
    {...describedBy('telcoCd', fault)}
  >
    <Heading language={language} name="telcoCd" hint={guessed ? 'telcoCdGuess' : 'telcoCdHint'} />
    <div class="choices">
      {carrierChoices.map((choice) => {
        const network = networkOf(choice);
        return (
          <label key={choice}>
            <input type="radio" name="telcoCd" value={choice} checked={choice === chosen} />
            <span>
              {carrierNames[network]} {isMvno(choice) && <small>{signInTexts[language].signIn.mvno}</small>}
            </span>
          </label>
        );
      })}
    </div>
    <Fault language={language} name="telcoCd" fault={fault} />
  </div>
));
