import { anchorOf } from './anchor-of.ts';

/**
 * Returns a page up to the end of one of its tabs, without the other tabs. @param anchor of the tab; without one, the
 * whole page. @throws if no tab has the anchor.
 */
export function pageOfTab(page: string, anchor: string | undefined): string {
  if (anchor === undefined) return page;
  const [before = '', tabs = ''] = page.split(/^<!-- \/?tabs -->$/m);
  const tab = tabs.split(/^(?=### )/m).find((section) => {
    const [, title = ''] = /^### (.+)/.exec(section) ?? [];
    return anchorOf(title) === anchor;
  });
  if (tab === undefined) throw new Error(`The page has no tab with the anchor ${anchor}.`);
  return before + tab;
}
