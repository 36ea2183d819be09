import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** A picture as its pixels: numbers of the shape 0xRRGGBB, row by row. */
export interface Pixels {
  /** In pixels. */
  width: number;
  colours: Uint32Array;
}

const signatureLength = 8;
/** Bytes of a chunk besides its data: length, type, checksum. */
const chunkFrame = 12;

/** @param png with 8 bits a channel, not transparent, not interlaced: as Chromium writes it. */
export function readPng(png: Buffer): Pixels {
  const header = dataOf(png, 'IHDR');
  const width = header.readUInt32BE(0);
  const channels = header[9] === 6 ? 4 : 3;
  const bytes = unfilter(inflateSync(dataOf(png, 'IDAT')), width * channels, channels);
  const colours = new Uint32Array(bytes.length / channels);
  for (let pixel = 0; pixel < colours.length; pixel += 1)
    colours[pixel] = bytes.readUIntBE(pixel * channels, 3);
  return { width, colours };
}

/** A PNG of at most 256 colours. @param places for each pixel, its colour's place in the palette. */
export function writePng(width: number, palette: readonly number[], places: Uint8Array): Buffer {
  const height = places.length / width;
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row += 1) {
    rows.set(places.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  }
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    writeChunk('IHDR', header),
    writeChunk(
      'PLTE',
      Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])),
    ),
    writeChunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    writeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function dataOf(png: Buffer, wanted: string): Buffer {
  const found: Buffer[] = [];
  for (let at = signatureLength; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === wanted) found.push(png.subarray(at + 8, at + 8 + length));
    at += length + chunkFrame;
  }
  return Buffer.concat(found);
}

function writeChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + chunkFrame);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** Undoes the filter of each row (PNG §9.2). @param width of a row, in bytes. @returns the rows without their filters' numbers. */
function unfilter(rows: Buffer, width: number, channels: number): Buffer {
  const bytes = Buffer.alloc((rows.length / (width + 1)) * width);
  for (let at = 0; at < bytes.length; at += 1) {
    const row = Math.floor(at / width);
    const first = at % width < channels;
    const left = first ? 0 : (bytes[at - channels] ?? 0);
    const above = bytes[at - width] ?? 0;
    const corner = first ? 0 : (bytes[at - width - channels] ?? 0);
    const filter = rows[row * (width + 1)] ?? 0;
    bytes[at] = (rows[at + row + 1] ?? 0) + predict(filter, left, above, corner);
  }
  return bytes;
}

function predict(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  return filter === 4 ? paeth(left, above, corner) : 0;
}

function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner;
  const toLeft = Math.abs(estimate - left);
  const toAbove = Math.abs(estimate - above);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
