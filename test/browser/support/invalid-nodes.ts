import type { Page } from 'playwright-core';

/** The nodes that Chromium's accessibility tree calls invalid, as `role name`: what a screen reader announces as an invalid entry. */
export async function invalidNodes(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const invalid = nodes.filter(({ ignored, properties = [] }) =>
    properties.some(({ name, value }) => !ignored && name === 'invalid' && value.value !== 'false'),
  );
  return invalid.map(({ role, name }) => `${role?.value} ${name?.value}`);
}

/** A fault where the page announces another number of invalid fields than it marks with `aria-invalid`, as Chromium does of empty required radios. */
export async function unmarkedInvalid(page: Page): Promise<string[]> {
  const [announced, marked] = [await invalidNodes(page), await page.locator('[aria-invalid=true]').count()];
  return announced.length === marked ? [] : [`${announced.join(', ')} announced, ${marked} marked`];
}
