import type { DemoTexts } from './demo-texts.ts';
import type { SignInStep } from './latest-sign-in.ts';

/** The requests and responses of the latest sign-in. */
export function ExchangeList({ exchanges, words }: { exchanges: SignInStep[]; words: DemoTexts }) {
  return (
    <section class="card" aria-labelledby="wire">
      <h2 id="wire">{words('wire_heading')}</h2>
      <p class="lead">{words(exchanges.length === 0 ? 'wire_nothing' : 'wire_lead')}</p>
      <ol class="steps wire">
        {exchanges.map(({ heading, request, response }, place) => (
          <li key={place}>
            <details open={heading === 'step_user'}>
              <summary>{words(heading)}</summary>
              <h3>{words('wire_request')}</h3>
              <pre>{request}</pre>
              <h3>{words('wire_response')}</h3>
              <pre>{response}</pre>
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}
