import { answer } from './program.ts';

/** A route handler of Next.js. */
export const POST = async (request: Request): Promise<Response> =>
  Response.json(await answer(await request.json()));
