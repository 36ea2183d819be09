/** A page of the product, cut at what is drawn for it: a page by hand would be a template as well. */
export function copiedPage() {
  let parts: string[] = [];
  let holes: string[] = [];
  return {
    /** Takes the page before the first measurement, with its holes marked (`{nonce}`): the two answers are then equal to the byte. */
    keep(marked: string): void {
      const pieces = marked.split(/\{hole (\w+)\}/);
      parts = pieces.filter((_, index) => index % 2 === 0);
      holes = pieces.filter((_, index) => index % 2 === 1);
    },
    fill(drawn: Readonly<Record<string, string>>): string {
      if (parts.length === 0) throw new Error('There is no page yet');
      let text = parts[0] ?? '';
      for (const [index, hole] of holes.entries()) text += (drawn[hole] ?? '') + (parts[index + 1] ?? '');
      return text;
    },
  };
}

export const noPowers =
  'camera=(), clipboard-read=(), display-capture=(), geolocation=(), hid=(), idle-detection=(), local-fonts=(), microphone=(), midi=(), payment=(), ' +
  'publickey-credentials-create=(), publickey-credentials-get=(), screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()';
