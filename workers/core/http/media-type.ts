/** Returns the media type of a Content-Type header in lower case, without its parameters. */
export const readMediaType = (contentType: string | null | undefined): string | undefined =>
  contentType?.replace(/;.*/, '').trim().toLowerCase();
