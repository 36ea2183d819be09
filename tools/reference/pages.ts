import { commandsPage } from './commands.ts';
import { errorsPage } from './errors.ts';
import { eventsPage } from './events.ts';
import { readHalves } from './halves.ts';
import { isolateMemoryPage } from './isolate-memory.ts';
import { lifetimesPage } from './lifetimes.ts';
import { limitsPage } from './limits.ts';
import { logFieldsPage } from './log-fields.ts';
import { messagesPage } from './messages.ts';
import type { Page } from './page.ts';
import { routesPage } from './routes.ts';
import { settingsPage } from './settings.ts';
import { storedDataPage } from './stored-data.ts';

/** Every page of docs/reference. */
export async function readPages(): Promise<Page[]> {
  const halves = await readHalves();
  return [
    routesPage(halves),
    settingsPage(halves),
    limitsPage(halves),
    lifetimesPage,
    isolateMemoryPage(halves),
    errorsPage,
    messagesPage(),
    eventsPage,
    logFieldsPage,
    storedDataPage(halves),
    await commandsPage(),
  ];
}
