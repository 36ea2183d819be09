import { express } from './express.ts';
import { hono } from './hono.ts';
import { nextjs } from './nextjs.ts';
import type { FrameworkTemplate } from './template.ts';

/** The frameworks of `plid init`, by their names on the command line. */
export const frameworks: Readonly<Record<string, FrameworkTemplate>> = { express, hono, nextjs };
