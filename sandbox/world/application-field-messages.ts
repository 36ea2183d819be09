import type { SeedApplication } from '../../packages/plid/sandbox/types.ts';
import { attributes } from '../../workers/core/protocol/user-record.ts';
import { type FieldName, fieldOf, mapFields } from '../../workers/service/registry/application-fields.ts';

/** A seed field. If the package's seed type lacks a field of an application, this type doesn't compile. */
type SeedField = keyof Pick<SeedApplication, FieldName>;

/** Returns a message for the author of a seed, with the valid values of a field's type. */
function needOf(name: SeedField): string {
  const field = fieldOf(name);
  switch (field.kind) {
    case 'text':
      return `needs a text of at most ${field.maxLength} characters`;
    case 'page':
    case 'receiver':
      return `needs an address, such as "https://shop.example.com/about"${field.initial === '' ? ', or ""' : ''}`;
    case 'callbacks':
      return 'needs a list of distinct callback addresses, such as ["http://localhost:3000/callback"]';
    case 'attributes':
      return `needs a list of these values: ${attributes.join(', ')}`;
    case 'choice':
      return `needs ${field.of.map((choice) => `"${choice}"`).join(' or ')}`;
    case 'number':
      return `needs a whole number from 0 to ${field.max}`;
    case 'logo':
      return 'needs an address that begins with data:image/svg+xml;base64, (or with png or webp instead of svg+xml), or ""';
    case 'flag':
      return 'needs true or false';
  }
}

/** The message for each field of an application. */
export const applicationFieldMessages: Record<string, string> = mapFields(needOf);
