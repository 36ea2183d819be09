import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, type TSInterfaceDeclaration, Visitor } from 'oxc-parser';
import type * as v from 'valibot';
import { bundleForNode } from '../configuration/load-workers.ts';
import { readSource } from '../reference/sources.ts';
import { jsonSchemaOf } from './json-schema.ts';

/** The types of a seed, whose comments describe the fields in an editor. */
const types = 'packages/plid/sandbox/types.ts';

/** Loaded at run time, because the order of the rings allows no imports from sandbox. */
const source = 'sandbox/world/seed-schema.ts';

interface Described {
  description?: string;
  properties?: Record<string, Described>;
  items?: Described;
}

/** Writes the JSON Schema of a seed, for editors. @param folder for the result. */
export async function buildSeedSchema(folder: string): Promise<void> {
  const { seedSchema } = (await bundleForNode(source)) as { seedSchema: v.GenericSchema };
  writeFileSync(
    path.join(folder, 'seed.schema.json'),
    `${JSON.stringify(describedSchema(seedSchema), undefined, 2)}\n`,
  );
}

function describedSchema(seed: v.GenericSchema): object {
  const schema = jsonSchemaOf(seed) as Described;
  const { applications, people } = schema.properties ?? {};
  const comments = commentsOfInterfaces();
  describeFields(schema, comments.get('Seed'));
  describeFields(applications?.items, comments.get('SeedApplication'));
  describeFields(people?.items, comments.get('SandboxPerson'));
  return { $schema: 'http://json-schema.org/draft-07/schema#', title: 'Seed of a plid sandbox', ...schema };
}

function describeFields(
  schema: Described | undefined,
  comments: ReadonlyMap<string, string> = new Map(),
): void {
  for (const [name, field] of Object.entries(schema?.properties ?? {})) {
    const description = comments.get(name);
    if (description !== undefined) field.description = description;
  }
}

/** The comments of each interface's members, by interface and name. */
function commentsOfInterfaces(): Map<string, Map<string, string>> {
  const text = readSource(types);
  const { program, comments } = parseSync(types, text);
  const above = (start: number): string | undefined => {
    const comment = comments.findLast(({ end }) => end <= start);
    if (comment === undefined || !/^\n? *$/.test(text.slice(comment.end, start))) return undefined;
    return comment.value
      .replaceAll(/^\s*\*+ ?/gm, '')
      .trim()
      .replaceAll('\n', ' ');
  };
  const found = new Map<string, Map<string, string>>();
  new Visitor({
    TSInterfaceDeclaration({ id, body }: TSInterfaceDeclaration) {
      const members = body.body.flatMap((member): [string, string][] => {
        if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier') return [];
        const comment = above(member.start);
        return comment === undefined ? [] : [[member.key.name, comment]];
      });
      found.set(id.name, new Map(members));
    },
  }).visit(program);
  return found;
}
