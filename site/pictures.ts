import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { docs } from './contents.ts';

interface Chunk {
  type: string;
  data: Buffer;
}

const signatureLength = 8;

/** Returns the chunks of a PNG file. */
function chunksOf(file: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = signatureLength; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const data = file.subarray(at + 8, at + 8 + length);
    chunks.push({ type: file.toString('latin1', at + 4, at + 8), data });
    at += 12 + length;
  }
  return chunks;
}

function bytesOf({ type, data }: Chunk): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const bytes = Buffer.alloc(content.length + 8);
  bytes.writeUInt32BE(data.length);
  content.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(content), content.length + 4);
  return bytes;
}

/** Returns the width and height of a PNG file, in pixels. */
export function sizeOf(file: string): { width: number; height: number } {
  const bytes = readFileSync(file);
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/**
 * Returns one picture of an animated PNG as a PNG: the second whole one, or the first if no other picture is whole. A
 * picture is whole if it isn't only a changed part of the one before.
 */
export function stillOf(animated: Buffer): Buffer {
  const chunks = chunksOf(animated);
  const header = chunks.find(({ type }) => type === 'IHDR')?.data ?? Buffer.alloc(0);
  const pictures = chunks.flatMap(({ type, data }, index) => {
    const isWhole = type === 'fcTL' && data.subarray(4, 12).equals(header.subarray(0, 8));
    return isWhole ? [pixelsAfter(chunks, index)] : [];
  });
  const pixels = pictures[1] ?? pictures[0] ?? pixelsAfter(chunks, 0);
  return Buffer.concat([
    animated.subarray(0, signatureLength),
    bytesOf({ type: 'IHDR', data: header }),
    bytesOf({ type: 'IDAT', data: pixels }),
    bytesOf({ type: 'IEND', data: Buffer.alloc(0) }),
  ]);
}

/** Returns the pixels of the picture whose frame starts at an index. Parts of later pictures have a number in front. */
function pixelsAfter(chunks: Chunk[], start: number): Buffer {
  const next = chunks.findIndex(({ type }, index) => index > start && type === 'fcTL');
  const own = chunks.slice(start + 1, next === -1 ? undefined : next);
  return Buffer.concat(
    own.flatMap(({ type, data }) => (type === 'IDAT' ? [data] : type === 'fdAT' ? [data.subarray(4)] : [])),
  );
}

/** Returns the name of the still picture of an animated one: `login.png` is `login-still.png`. */
export const stillNameOf = (file: string): string => file.replace(/\.png$/, '-still.png');

/** Writes the pictures of the documentation and their still forms. */
export function writePictures(folder: string): void {
  mkdirSync(path.join(folder, 'pictures'), { recursive: true });
  for (const file of globSync('pictures/*.png', { cwd: docs })) {
    copyFileSync(path.join(docs, file), path.join(folder, file));
    writeFileSync(path.join(folder, stillNameOf(file)), stillOf(readFileSync(path.join(docs, file))));
  }
}
