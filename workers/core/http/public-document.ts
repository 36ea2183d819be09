/**
 * A document without data about the caller: pages of every origin may read it without credentials (Fetch Standard,
 * CORS protocol).
 */
export const publicDocument = (content: object): Response =>
  Response.json(content, { headers: { 'Access-Control-Allow-Origin': '*' } });
