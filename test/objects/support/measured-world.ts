import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { expect } from 'vitest';
import type { AtRest } from '../../support/assertions/inspect-storage.ts';
import { serviceSecrets } from '../../support/world/test-settings.ts';
import { root, type WorkerInput } from '../../support/world/test-workers.ts';
import { useWorld } from '../../support/world/use-world.ts';
import type { Cost, Measured } from './measured-objects.ts';

const classes = ['Account', 'Phone', 'Application', 'Disclosures', 'Flow', 'User'] as const;
const name = 'measured-objects';

const measuredObjects = (vars: Record<string, string>): WorkerInput => ({
  config: {
    name,
    main: path.join(root, 'test/objects/support/measured-objects.ts'),
    compatibility_date: '2026-10-20',
    durable_objects: {
      bindings: classes.map((className) => ({ name: className.toUpperCase(), class_name: className })),
    },
    kv_namespaces: [{ binding: 'APPLICATIONS', id: 'measured-applications' }],
    migrations: [{ tag: 'v1', new_sqlite_classes: [...classes] }],
    vars: { DISCLOSURE_KEY: serviceSecrets.DISCLOSURE_KEY, ...vars },
  },
});

/** One object, whose calls are counted. */
export interface MeasuredObject {
  /** Calls a method. @returns its cost. @throws if the method does. */
  cost(method: string, ...parameters: unknown[]): Promise<Cost>;
  /** Calls a method. @returns its answer. @throws if the method does. */
  ask(method: string, ...parameters: unknown[]): Promise<unknown>;
  /** Calls a method whose storage fails at a statement, from 1 on. @returns whether the method threw. */
  fails(statement: number, method: string, ...parameters: unknown[]): Promise<boolean>;
  atRest(): Promise<AtRest>;
  /** Waits until an account has written the index of disclosures. */
  indexWritten(): Promise<void>;
  /** Ends the object. The next call starts it again. */
  restart(): Promise<void>;
}

/** The Durable Objects of both halves, on the real clock and without any other caller. @param vars their settings. */
export function useMeasuredObjects(vars: Record<string, string> = {}): {
  object(className: (typeof classes)[number], called?: string): Promise<MeasuredObject>;
} {
  const world = useWorld({ half: 'gateway', workers: [measuredObjects(vars)] });
  return {
    async object(className, called = randomUUID()) {
      const namespace = (await world.env(name))[className.toUpperCase()];
      const stub = (): Measured => namespace.get(namespace.idFromName(called));
      const measure = async (method: string, parameters: unknown[]) => {
        const { threw, ...measured } = await stub().measure({ method }, ...parameters);
        if (threw) throw new Error(`${method} threw: ${measured.answer}`);
        return measured;
      };
      return {
        cost: async (method, ...parameters) => (await measure(method, parameters)).cost,
        ask: async (method, ...parameters) => (await measure(method, parameters)).answer,
        fails: async (failing, method, ...parameters) =>
          (await stub().measure({ method, failing }, ...parameters)).threw,
        atRest: () => stub().atRest(),
        async indexWritten() {
          await expect
            .poll(async () => JSON.parse((await stub().atRest()).stored).disclosures ?? [])
            .toEqual(expect.not.arrayContaining([expect.objectContaining({ due: expect.any(Number) })]));
        },
        restart: async () => {
          try {
            await stub().restart();
          } catch {
            // The call itself ends with the object.
          }
        },
      };
    },
  };
}
