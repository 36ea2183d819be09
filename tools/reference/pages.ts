import { eventsPage } from './events.ts';
import { readHalves } from './halves.ts';
import { limitsPage } from './limits.ts';
import type { Page } from './page.ts';
import { routesPage } from './routes.ts';
import { settingsPage } from './settings.ts';

/** Every page of docs/reference. */
export async function readPages(): Promise<Page[]> {
  const halves = await readHalves();
  return [routesPage(halves), settingsPage(halves), limitsPage(halves), eventsPage];
}
