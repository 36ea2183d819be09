import { plainFormat } from './plain-format.ts';
import type { Asked, RequestFormat, RequestFormats } from './request-format.ts';

/** Returns the format of a request or sign-in. */
export const formatOf = (formats: RequestFormats, asked: Pick<Asked, 'scope'>): RequestFormat =>
  formats.find((format) => format.covers(asked)) ?? plainFormat;
