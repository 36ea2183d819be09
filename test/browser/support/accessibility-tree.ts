import type { Page } from 'playwright-core';

/** A node that a screen reader meets. */
interface AccessibleNode {
  role: string;
  name: string;
  properties: Record<string, unknown>;
}

/** The nodes of Chromium's accessibility tree, in reading order. */
async function readTree(page: Page): Promise<AccessibleNode[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes.flatMap(({ ignored, role, name, properties = [] }) =>
    ignored
      ? []
      : {
          role: String(role?.value),
          name: String(name?.value ?? '').trim(),
          properties: Object.fromEntries(properties.map((each) => [each.name, each.value.value])),
        },
  );
}

const describeNode = ({ role, name }: AccessibleNode) => `${role} ${name}`;
const isInvalid = ({ properties: { invalid = 'false' } }: AccessibleNode) => invalid !== 'false';

/** The nodes that a screen reader announces as invalid entries, as `role name`. */
export const invalidNodes = async (page: Page): Promise<string[]> =>
  (await readTree(page)).filter(isInvalid).map(describeNode);

/** Roles that say nothing without a name. */
const namedRoles = new Set([
  ...['button', 'checkbox', 'combobox', 'DisclosureTriangle', 'heading', 'Iframe', 'image', 'link'],
  ...['radio', 'radiogroup', 'RootWebArea', 'spinbutton', 'textbox'],
]);
/**
 * The faults of a page in Chromium's accessibility tree: what a screen reader announces differently from what the
 * page marks as invalid, nodes without a name, and headings and landmarks that don't lead to the content.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const nodes = await readTree(page);
  const faults: string[] = [];
  const invalid = nodes.filter(isInvalid);
  const marked = await page.evaluate(() => document.querySelectorAll('[aria-invalid=true]').length);
  if (invalid.length !== marked)
    faults.push(`${invalid.map(describeNode).join(', ')} announced as invalid, ${marked} marked`);
  for (const node of nodes)
    if (namedRoles.has(node.role) && node.name === '') faults.push(`${node.role} without a name`);
  const mains = nodes.filter(({ role }) => role === 'main').length;
  if (mains !== 1) faults.push(`${mains} main landmarks`);
  const levels = nodes
    .filter(({ role }) => role === 'heading')
    .map(({ properties }) => Number(properties.level));
  if (levels[0] !== 1 || levels.filter((level) => level === 1).length !== 1)
    faults.push(`headings of the levels ${levels.join(', ')}`);
  for (const [index, level] of levels.entries())
    if (level > (levels[index - 1] ?? 0) + 1)
      faults.push(`heading of level ${level} after ${levels[index - 1]}`);
  return faults;
}
