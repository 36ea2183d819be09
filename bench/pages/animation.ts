import { crc32 } from 'node:zlib';

interface Chunk {
  type: string;
  data: Buffer;
}

export interface Frame {
  /** A PNG. The first one is the whole picture. The others are of the same kind, and may be a part of it. */
  png: Buffer;
  /** The left upper corner of a part. */
  x?: number;
  y?: number;
  /** How long it is shown, in milliseconds. */
  milliseconds: number;
}

const signatureLength = 8;
/** After these rounds the last frame stays. */
const plays = 3;

/** Puts PNGs into one that shows them in turn (PNG 3, animation). A program that knows no animation shows the first one. */
export function animate(frames: readonly Frame[]): Buffer {
  const [first] = frames;
  if (first === undefined) throw new Error('An animation needs a frame');
  let sequence = 0;
  const shown = frames.flatMap(({ png, x = 0, y = 0, milliseconds }, index) => {
    const size = headerOf(png).subarray(0, 8);
    const control = chunk('fcTL', numbers(sequence++), size, numbers(x, y), delay(milliseconds));
    const pixels = Buffer.concat(chunksOf(png).flatMap(({ type, data }) => (type === 'IDAT' ? [data] : [])));
    return [control, index === 0 ? chunk('IDAT', pixels) : chunk('fdAT', numbers(sequence++), pixels)];
  });
  return Buffer.concat([
    first.png.subarray(0, signatureLength),
    chunk('IHDR', headerOf(first.png)),
    chunk('acTL', numbers(frames.length, plays)),
    ...shown,
    chunk('IEND'),
  ]);
}

function headerOf(png: Buffer): Buffer {
  const header = chunksOf(png).find(({ type }) => type === 'IHDR');
  if (header === undefined) throw new Error("This isn't a PNG");
  return header.data;
}

/** The delay, then: replace the pixels of the frame. */
function delay(milliseconds: number): Buffer {
  const written = Buffer.alloc(6);
  written.writeUInt16BE(milliseconds, 0);
  written.writeUInt16BE(1_000, 2);
  return written;
}

function numbers(...values: number[]): Buffer {
  const written = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) written.writeUInt32BE(value, 4 * index);
  return written;
}

function chunk(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), ...parts]);
  return Buffer.concat([numbers(body.length - 4), body, numbers(crc32(body))]);
}

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = signatureLength; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}
