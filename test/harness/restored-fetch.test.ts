import { afterEach, describe, expect, test } from 'vitest';
import { NumberedWorld } from '../effects/support/numbered-world.ts';
import { answering } from '../gateway/support/fake-service-response.ts';

const before = globalThis.fetch;

describe('a test that replaces fetch within a world that has replaced it', () => {
  let world: NumberedWorld | undefined;
  afterEach(() => world?.close());

  test('gets its own answer', async () => {
    world = new NumberedWorld();
    answering(() => new Response('own'));
    expect(await (await fetch('https://elsewhere.example.com')).text()).toBe('own');
  });
});

test('leaves the fetch from before the world to the next test', () => expect(globalThis.fetch).toBe(before));
