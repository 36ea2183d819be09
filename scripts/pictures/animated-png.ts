import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** A picture as Chromium takes it: a PNG, not interlaced; all of one animation have the same size. */
export interface Frame {
  png: Buffer;
  /** How long it is shown, in seconds. */
  seconds: number;
}

interface Chunk {
  type: string;
  data: Buffer;
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * Joins pictures to an animated PNG (third edition of PNG §4.9, PNG §11.3.2), which every browser shows; what knows only still
 * pictures shows its first frame.
 * @param plays how often it is shown before it stops at its last frame.
 */
export function animatedPng(frames: readonly Frame[], plays: number): Buffer {
  const read = frames.map(({ png, seconds }) => ({ chunks: chunksOf(png), seconds }));
  const header = dataOf(read[0]?.chunks ?? [], 'IHDR');
  if (read.some(({ chunks }) => !dataOf(chunks, 'IHDR').equals(header)))
    throw new Error('The pictures of an animation differ in size or kind');
  const chunks: Chunk[] = [
    { type: 'IHDR', data: header },
    { type: 'acTL', data: numbers(frames.length, plays) },
  ];
  let sequence = 0;
  for (const [index, frame] of read.entries()) {
    chunks.push({ type: 'fcTL', data: control(sequence++, header, frame.seconds) });
    const pixels = deflateSync(inflateSync(dataOf(frame.chunks, 'IDAT')), { level: 9 });
    if (index === 0) chunks.push({ type: 'IDAT', data: pixels });
    else chunks.push({ type: 'fdAT', data: Buffer.concat([numbers(sequence++), pixels]) });
  }
  return Buffer.concat([signature, ...[...chunks, { type: 'IEND', data: Buffer.alloc(0) }].map(write)]);
}

/** Of a whole frame, which replaces the one before it. */
function control(sequence: number, header: Buffer, seconds: number): Buffer {
  const delay = Buffer.alloc(6);
  delay.writeUInt16BE(Math.round(seconds * 100), 0);
  delay.writeUInt16BE(100, 2);
  return Buffer.concat([numbers(sequence), header.subarray(0, 8), numbers(0, 0), delay]);
}

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length),
    });
    at += length + 12;
  }
  return chunks;
}

const dataOf = (chunks: readonly Chunk[], type: string): Buffer =>
  Buffer.concat(chunks.filter((chunk) => chunk.type === type).map(({ data }) => data));

function write({ type, data }: Chunk): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([numbers(data.length), named, numbers(crc32(named))]);
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
}
