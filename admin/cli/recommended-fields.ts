import type { FieldValues } from '../../workers/service/registry/application-fields.ts';
import { promptOperator } from './confirm.ts';

/** Recommended values for a new application. They aren't defaults, because older clients may fail on `iss`. */
const recommended = { iss: true, pkce: 'required' } as const;
const options = { iss: '--iss', pkce: '--pkce required' };
type Name = keyof typeof recommended;
const names = Object.keys(recommended) as Name[];

/**
 * Returns the recommended values that weren't given, if the operator accepts them at the terminal. The default
 * answer is yes.
 */
export async function promptForRecommendedFields(given: Partial<FieldValues>): Promise<Partial<FieldValues>> {
  const lacking = names.filter((name) => given[name] === undefined);
  if (lacking.length === 0) return {};
  const question = `Register it with ${lacking.map((name) => options[name]).join(' ')}, as recommended?`;
  const isTaken = await promptOperator(question, 'yes');
  return isTaken ? Object.fromEntries(lacking.map((name) => [name, recommended[name]])) : {};
}

/** Returns the remaining recommendation for an application, or undefined if it follows all recommendations. */
export function missingRecommendations(created: Partial<FieldValues>): string | undefined {
  const lacking = names.filter((name) => created[name] !== recommended[name]).map((name) => options[name]);
  if (created.par !== 'required' && created.par !== 'once')
    lacking.push('--par required (if the server or gateway of the application pushes each sign-in)');
  if (lacking.length === 0) return undefined;
  return `Recommended options for applications update: ${lacking.join(', ')}. See docs/operate/sign-in-options.md.`;
}
