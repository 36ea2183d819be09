import type { AuthConfig } from '@auth/core';
import { Passport } from 'passport';
import { plid as authjs } from 'plid/providers/authjs';
import { plid as passport } from 'plid/providers/passport';

const options = {
  service: process.env.PLID_SERVICE ?? '',
  clientId: process.env.PLID_CLIENT_ID ?? '',
  clientSecret: process.env.PLID_CLIENT_SECRET ?? '',
};

export const authConfig: AuthConfig = { providers: [authjs(options)] };

const redirectUri = 'https://shop.example.com/callback';
export const strategies = new Passport().use(
  passport({ ...options, redirectUri }, async (user) => ({ id: user.plid, name: user.name })),
);
