/**
 * Finds calls to storage, bindings and Durable Objects whose promise is neither awaited, returned nor given to `waitUntil`. The runtime may cut such
 * a call off, and its failure is lost. Biome's noFloatingPromises does not see them: their types are globals of the runtime.
 */

/** The beginning of a statement; elsewhere a call is part of an expression, which uses the promise. */
const statement = /(?:[;{})]|\belse\b|\bcase [^:\n]+:|\bdefault:)\s*/.source;
const owner = /(?:this\.)?(?:#?[\w$]+\.)*/.source;

/** A binding (`env.SESSIONS.put(…)`), D1, or the storage of a Durable Object; `sql`, `kv` and transactionSync are synchronous. */
const receiver =
  /(?:(?!JSON\b)[A-Z][A-Z\d_]+\.|[dD]atabase\.|storage\.(?!sql\b|kv\b|transactionSync\b)|\w+Of(?:<\w+>)?\([^;]*?\)\s*\.)\w+\s*[(<]/
    .source;

/** `const account = accountOf(env, plid)`: a call of `account` is a call to a Durable Object. */
const stubs = /\bconst (\w+) = (?:await )?\w+Of(?:<\w+>)?\(/g;

/** The source with its comments and texts blanked out, each line in its place. */
const codeOf = (source: string) =>
  source.replace(/\/\*.*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'/gs, (text) => text.replace(/[^\n]/g, ' '));

/** @returns `line: statement` of each such call; a `void` is enough only for storage, whose writes the object waits for. */
export function floatingCalls(source: string): string[] {
  const code = codeOf(`;${source}`);
  const names = [...code.matchAll(stubs)].map(([, name]) => `\\b${name}\\.\\w+\\(`);
  const call = new RegExp(`(?<=${statement})(void )?${owner}(?:${[receiver, ...names].join('|')})`, 'g');
  return [...code.matchAll(call)]
    .filter(([found, isVoid]) => !(isVoid && /\bstorage\./.test(found)))
    .map(({ 0: found, index }) => `${code.slice(0, index).split('\n').length}: ${found}…`);
}
