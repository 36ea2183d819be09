import { spawn, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { HttpRequest } from './system.ts';

/** The input of wrk for one measurement. */
export interface Load {
  port: number;
  connections: number;
  seconds: number;
  requests: readonly HttpRequest[];
  once?: boolean | undefined;
  folder: string;
}

export interface LoadResult {
  requests: number;
  microseconds: number;
  /** Answers with a status of 400 and more. */
  refused: number;
  /** Connections that broke, and answers that are missing. */
  failed: number;
}

/** Advice on how to get wrk; undefined if it is there. */
export function adviceForWrk(): string | undefined {
  if (spawnSync('wrk', ['--version']).error === undefined) return undefined;
  return 'The benchmark needs wrk (github.com/wg/wrk): apt-get install wrk, dnf install wrk, or brew install wrk.';
}

const defaultHost = 'login.example.com';

/** The headers that are added to a request's own. */
export const commonHeaders = ({ host = defaultHost, body }: HttpRequest): Record<string, string> => ({
  Host: host,
  'X-Forwarded-Proto': 'https',
  ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
});

/** A request in the bytes of HTTP/1.1. */
function raw(request: HttpRequest): string {
  const { method = 'GET', path: address, headers = {}, body = '' } = request;
  const lines = Object.entries({ ...commonHeaders(request), ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `${[`${method} ${address} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${body}`;
}

let count = 0;

/** Sends requests for a number of seconds, each as soon as the one before is answered. */
export async function load({
  port,
  connections,
  seconds,
  requests,
  once,
  folder,
}: Load): Promise<LoadResult> {
  count += 1;
  const file = path.join(folder, `requests-${process.pid}-${count}`);
  writeFileSync(file, requests.map(raw).join('\0'));
  const script = path.join(import.meta.dirname, 'wrk.lua');
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script];
  const child = spawn('wrk', [...options, `http://127.0.0.1:${port}/`, '--', file], {
    env: { ...process.env, PLID_ONCE: once ? '1' : '0' },
  });
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  child.stderr.on('data', (text) => {
    output += text;
  });
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  rmSync(file);
  const [, result] = /RESULT (\{.*\})/.exec(output) ?? [];
  if (result === undefined) throw new Error(`wrk says: ${output}`);
  return JSON.parse(result) as LoadResult;
}
