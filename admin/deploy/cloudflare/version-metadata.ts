import os from 'node:os';

/**
 * One step of a secret rotation (a pass), with the names of the secret's old value (`from`) and new value (`to`).
 */
export interface RecordedPass {
  secret: string;
  from: string;
  to: string;
  pass: string;
}

/**
 * The content of a version's message. It contains everything that another machine needs to continue, but no
 * secrets.
 */
export interface VersionNote {
  /** Version of plid, from package.json. */
  plid: string;
  /** The release that the version was part of, named by its start time, such as `20261122T104307Z`. */
  release: string;
  /**
   * The worker's position among the workers that the release changed, starting at 1, and the total number of these
   * workers. The release is complete when its last worker is deployed.
   */
  position: number;
  total: number;
  rotation: RecordedPass | undefined;
  /** The version that the worker was running before this version was deployed. */
  previousVersion: string | undefined;
  /** The user and machine that deployed the version, such as `kim@laptop`. */
  by: string;
}

/**
 * Writes the message of a version. Cloudflare truncates messages after 1,000 bytes, and formerly truncated them
 * after 100 bytes. The information that later commands need therefore comes first.
 */
export function formatVersionNote(note: VersionNote): string {
  const { plid, release, position, total, rotation, previousVersion, by } = note;
  const parts = [
    `plid ${plid}`,
    `release ${release} ${position}/${total}`,
    previousVersion && `instead of ${previousVersion}`,
    rotation && `${rotation.secret} ${rotation.from} > ${rotation.to} ${rotation.pass}`,
    `by ${by}`,
  ];
  return parts.filter(Boolean).join('; ');
}

/** @returns undefined if another tool wrote the message. */
export function parseVersionNote(message: unknown): VersionNote | undefined {
  const [first = '', second = '', ...others] = String(message ?? '').split('; ');
  const [, plid] = /^plid (.+)$/.exec(first) ?? [];
  const [, release, position, total] = /^release (\d{8}T\d{6}Z) (\d+)\/(\d+)$/.exec(second) ?? [];
  if (plid === undefined || release === undefined) return undefined;
  const find = (pattern: RegExp) => others.map((part) => pattern.exec(part)).find((found) => found !== null);
  const [, secret, from, to, pass] = find(/^([A-Z_]+) (.+) > (.+) ([a-z]+)$/) ?? [];
  const rotation =
    secret !== undefined && from !== undefined && to !== undefined && pass !== undefined
      ? { secret, from, to, pass }
      : undefined;
  return {
    plid,
    release,
    position: Number(position),
    total: Number(total),
    rotation,
    previousVersion: find(/^instead of (\S+)$/)?.[1],
    by: find(/^by (.+)$/)?.[1] ?? 'somebody',
  };
}

/** Returns the name of a release that starts at the given time. */
export const createReleaseName = (time: Date): string =>
  time.toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '');

/** Returns the start time in a release's name, in milliseconds since 1970. */
export const startOfRelease = (release: string): number =>
  Date.parse(release.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));

/** Formats the start time in a release's name, such as `20261122T104307Z` → `2026-11-22 10:43 UTC`. */
export const timeOfRelease = (release: string): string =>
  release.replace(/^(....)(..)(..)T(..)(..)..Z$/, '$1-$2-$3 $4:$5 UTC');

/** Formats a time for display. @param time ISO 8601. @returns the time in the format `2026-11-22 10:43 UTC`. */
export const formatTime = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;

/** Returns the user and machine that run this command, such as `kim@laptop`. */
export function deployerName(): string {
  const plain = (text: string) => text.replace(/[^\w.-]/g, '').slice(0, 30) || 'somebody';
  return `${plain(localUserName())}@${plain(os.hostname())}`;
}

/** Returns the user name on this machine, or an empty string if there is none. */
export function localUserName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return '';
  }
}
