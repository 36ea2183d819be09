import type { PlidSignInOptions } from 'plid/web';

/** Pages of your own for failed sign-ins, as a part of the options of `plidSignIn`. */
export const ownPages: Pick<PlidSignInOptions<object>, 'failures'> = {
  failures: {
    under_age: () => Response.redirect('https://shop.example.com/guardian'),
    failed: ({ status, text }) => new Response(text.ko, { status }),
  },
};
