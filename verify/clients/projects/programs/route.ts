import { answer } from './program.ts';

export const POST = async (request: Request): Promise<Response> =>
  Response.json(await answer(await request.json()));
