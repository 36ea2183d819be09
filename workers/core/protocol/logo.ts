/** Of a logo, in characters: it is in every page that shows it, and in each copy of what names it. */
export const maxLogoLength = 4_096;

/** A picture as a data: address, so that a page stays one request. An `img` runs no script of an SVG, and loads nothing for it. */
export const logoFormat = /^data:image\/(?:svg\+xml|png|webp);base64,[A-Za-z0-9+/]+=*$/;
