import 'reflect-metadata';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { Controller, Get, Module, Req } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import connect from 'connect';
import express from 'express';
import expressSession from 'express-session';
import express4 from 'express4';
import fastify from 'fastify';
import type { PlidSignIn } from 'plid/express';

/** The content of a session in these applications. */
export interface Shop {
  name?: string | undefined;
}
type Plid = PlidSignIn<Shop>;

/** Starts an application with `/`, for everyone, and `/orders`, for signed-in users. @returns a function that stops it. */
export type Start = (plid: Plid, port: number, withSession?: boolean) => Promise<() => void | Promise<void>>;

/** Serves a listener of Node. */
async function listen(listener: RequestListener, port: number) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  return () => {
    server.closeAllConnections();
    server.close();
  };
}

const session = () => expressSession({ secret: 'of the tests', resave: false, saveUninitialized: true });

/** Express 4 has the same functions. */
const withExpress =
  (create: typeof express): Start =>
  (plid, port, withSession = false) => {
    const app = create();
    app.disable('x-powered-by').set('env', 'test');
    if (withSession) app.use(session());
    app.use(plid.routes);
    app.get('/', (request, response) => {
      response.json(plid.session(request) ?? null);
    });
    app.get('/orders', plid.required, (request, response) => {
      response.json(plid.session(request));
    });
    return listen(app, port);
  };

const withConnect: Start = (plid, port) => {
  const app = connect();
  const show = (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(plid.session(request) ?? null));
  };
  app.use(plid.routes);
  app.use('/orders', plid.required);
  app.use('/', show);
  return listen(app, port);
};

/** The decorators are called as functions, because Node runs TypeScript only without them. */
const withNest: Start = async (plid, port) => {
  class Pages {
    home(request: IncomingMessage) {
      return plid.session(request) ?? {};
    }
    orders(request: IncomingMessage) {
      return plid.session(request);
    }
  }
  for (const [path, name] of [
    ['/', 'home'],
    ['/orders', 'orders'],
  ] as const) {
    Req()(Pages.prototype, name, 0);
    Get(path)(Pages.prototype, name, Object.getOwnPropertyDescriptor(Pages.prototype, name) ?? {});
  }
  Controller()(Pages);
  class Shop {}
  Module({ controllers: [Pages] })(Shop);

  const app = await NestFactory.create(Shop, { logger: false });
  app.use(plid.routes);
  app.use('/orders', plid.required);
  await app.listen(port, 'localhost');
  return () => app.close();
};

const withFastify: Start = async (plid, port) => {
  const app = fastify();
  app.addHook('onRequest', (request, reply, next) => plid.routes(request.raw, reply.raw, next));
  app.get('/', (request) => plid.session(request.raw) ?? {});
  app.get(
    '/orders',
    { onRequest: (request, reply, next) => plid.required(request.raw, reply.raw, next) },
    (request) => plid.session(request.raw),
  );
  await app.listen({ port, host: 'localhost' });
  return () => app.close();
};

export const servers: Record<string, Start> = {
  'Express 4': withExpress(express4),
  'Express 5': withExpress(express),
  Connect: withConnect,
  'NestJS on Express': withNest,
  Fastify: withFastify,
};
