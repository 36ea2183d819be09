/**
 * The maximum length of a logo, in characters. It's limited because every page that shows the logo contains it,
 * and so does every copy of the registration.
 */
export const maxLogoLength = 4_096;

/**
 * The format of a logo. It is a `data:` URL, so that browsers need only one request for a page. In an `img`, an
 * SVG runs no scripts and loads nothing.
 */
export const logoFormat = /^data:image\/(?:svg\+xml|png|webp);base64,[A-Za-z0-9+/]+=*$/;
