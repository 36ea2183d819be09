import type { Session } from './session.ts';

/** Reads each request's session once. */
export interface SessionReader<Source extends object, Data extends object> {
  /** @returns undefined if no user is signed in. */
  load(source: Source): Promise<Session<Data> | undefined>;
  /** @returns undefined if the request's session wasn't loaded before. */
  loaded(source: Source): { session: Session<Data> | undefined } | undefined;
}

/** @param read returns what the store has. @param isValid decides whether a session has ended meanwhile. */
export function sessionReader<Source extends object, Data extends object>(
  read: (source: Source) => Promise<unknown>,
  isValid: (session: Session<Data>) => boolean | Promise<boolean> = () => true,
): SessionReader<Source, Data> {
  const sessions = new WeakMap<Source, { session: Session<Data> | undefined }>();
  return {
    async load(source) {
      const known = sessions.get(source);
      if (known !== undefined) return known.session;
      const content = await read(source);
      const session = isSession<Data>(content) && (await isValid(content)) ? content : undefined;
      sessions.set(source, { session });
      return session;
    },
    loaded: (source) => sessions.get(source),
  };
}

const isSession = <Data extends object>(content: unknown): content is Session<Data> =>
  typeof content === 'object' && content !== null && 'plid' in content && typeof content.plid === 'string';
