/**
 * Returns a document that contains no data about the caller. Pages of every origin may read it without credentials
 * (Fetch Standard, CORS protocol).
 */
export const publicDocument = (content: object): Response =>
  Response.json(content, { headers: { 'Access-Control-Allow-Origin': '*' } });
