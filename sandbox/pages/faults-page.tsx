import { errorCodes } from '../../workers/core/protocol/error-codes.ts';
import { carrierCodes, carrierNames } from '../../workers/core/protocol/user-record.ts';
import { type Fault, faultableEndpoints, faultKinds, maxCount } from '../fault.ts';
import { presetNames } from '../fault-presets.ts';
import type { SandboxTexts } from '../texts/index.ts';
import { ChoiceField, TextField } from './form-fields.tsx';
import { Frame, type PageProps } from './sandbox-frame.tsx';
import { toolStyle } from './sandbox-style.ts';

interface FaultsProps extends PageProps {
  faults: Fault[];
}

/**
 * The page of the faults between applications and the service: those that are set, the presets as cards, and a form for
 * others.
 */
export function FaultsPage({ faults, ...props }: FaultsProps) {
  const { words } = props;
  return (
    <Frame {...props} ownStyle={toolStyle} title={words('faults_title')}>
      <h1>{words('faults_title')}</h1>
      <p class="lead">{words('faults_lead')}</p>
      <section class="card">
        <h2>{words('faults_set')}</h2>
        {faults.length === 0 ? (
          <p class="hint">{words('faults_none')}</p>
        ) : (
          <SetFaults {...{ faults, words }} />
        )}
      </section>
      <section aria-labelledby="presets">
        <h2 id="presets">{words('faults_presets')}</h2>
        <PresetCards words={words} />
      </section>
      <details class="card">
        <summary>{words('fault_add')}</summary>
        <FaultForm words={words} />
      </details>
    </Frame>
  );
}

/** The presets as cards: what each does, and what the demo shop then shows. */
const PresetCards = ({ words }: { words: SandboxTexts }) => (
  <form method="post" action="/sandbox/presets">
    <ul class="presets">
      {presetNames.map((name) => (
        <li key={name}>
          <button type="submit" name="preset" value={name}>
            <strong>{words(`preset_${name}`)}</strong>
            <span>{words(`preset_does_${name}`)}</span>
            <span class="hint">{words(`preset_shop_${name}`)}</span>
            <code>{name}</code>
          </button>
        </li>
      ))}
    </ul>
  </form>
);

function SetFaults({ faults, words }: { faults: Fault[]; words: SandboxTexts }) {
  return (
    <>
      <ul class="rows log">
        {faults.map((fault, place) => (
          <li key={place}>
            <span>
              <code>{fault.endpoint}</code>{' '}
              <span class="hint">
                {words(`kind_${fault.kind}`)}
                {fault.kind === 'error' && ` ${fault.status} ${fault.error}`}
                {'telcoCd' in fault && ` ${carrierNames[fault.telcoCd]}`}
                {fault.milliseconds > 0 && ` +${fault.milliseconds} ms`}
              </span>
            </span>
            <span class="tag">
              {fault.count > maxCount / 2 ? words('fault_count_always') : `×${fault.count}`}
            </span>
          </li>
        ))}
      </ul>
      <form method="post" action="/sandbox/faults/clear" class="actions">
        <button type="submit" class="button-quiet">
          {words('faults_clear')}
        </button>
      </form>
    </>
  );
}

function FaultForm({ words }: { words: SandboxTexts }) {
  const plain = (values: readonly string[]) => values.map((value) => [value, value] as const);
  const number = { inputmode: 'numeric', pattern: String.raw`\d{1,9}`, required: false } as const;
  const carriers = carrierCodes.map((code) => [code, carrierNames[code]] as const);
  return (
    <form method="post" action="/sandbox/faults">
      <ChoiceField
        name="endpoint"
        label={words('fault_endpoint')}
        value="/oauth2/token"
        choices={plain(faultableEndpoints)}
      />
      <ChoiceField
        name="kind"
        label={words('fault_kind')}
        choices={faultKinds.map((kind) => [kind, words(`kind_${kind}`)] as const)}
      />
      <div class="grid">
        <TextField name="count" label={words('fault_count')} value="1" {...number} />
        <TextField name="milliseconds" label={words('fault_milliseconds')} value="0" {...number} />
        <TextField name="status" label={words('fault_status')} value="500" {...number} />
        <ChoiceField
          name="error"
          label={words('fault_error')}
          value="server_error"
          choices={plain(errorCodes)}
        />
      </div>
      <ChoiceField
        name="telcoCd"
        label={words('fault_telcoCd')}
        choices={[['', words('fault_telcoCd_all')], ...carriers]}
      />
      <TextField name="message" label={words('fault_message')} required={false} maxlength={500} />
      <div class="actions">
        <button type="submit" class="button">
          {words('add')}
        </button>
      </div>
    </form>
  );
}
