import { createSearch, type Search } from './search.ts';

let latest: { json: string; search: Search } | undefined;

/** Reads an index once, although each opening of the box asks for it. */
function loadJSON(json: string): { search: Search } {
  if (latest?.json !== json) latest = { json, search: createSearch(json) };
  return latest;
}

/** What the theme's search box uses of MiniSearch. */
export default { loadJSON };
