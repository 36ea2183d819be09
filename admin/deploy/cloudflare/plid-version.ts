import manifest from '../../../packages/plid/package.json' with { type: 'json' };

/** The version of plid, as noted in the messages of versions at Cloudflare. */
export const plidVersion: string = manifest.version;
