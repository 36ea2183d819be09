import { generate } from 'lean-qr/nano';

/** Width of the quiet zone around a QR code, in modules (ISO/IEC 18004). */
const margin = 4;

/** Returns a QR code as the path of a square SVG image, and the image's side length `size`. */
export function qrCodeSvg(text: string): { size: number; path: string } {
  const code = generate(text);
  const size = code.size + 2 * margin;
  let path = '';
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      const from = x;
      while (code.get(x, y)) x += 1;
      if (x > from) path += `M${from + margin} ${y + margin}h${x - from}v1h-${x - from}z`;
    }
  }
  return { size, path };
}
