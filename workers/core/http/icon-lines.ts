const circle = 'M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18';

/** The icons of the pages, as paths of lines in a square of 24 units. */
export const iconLines = {
  phone: 'M8.5 1.5h7a3 3 0 0 1 3 3v15a3 3 0 0 1-3 3h-7a3 3 0 0 1-3-3v-15a3 3 0 0 1 3-3M9 12l2.2 2.2L15.2 10',
  globe: `M3 12h18${circle}c4.5 4.5 4.5 13.5 0 18-4.5-4.5-4.5-13.5 0-18`,
  info: `${circle}M12 11v5.5M12 7.5v0`,
  done: `${circle}m-4 9.5 2.8 2.8L16 9.5`,
  failed: `${circle}m0 4.5V13m0 3.5v0`,
  denied: `${circle}m-3 6 6 6m0-6-6 6`,
  expired: `${circle}m0 4v5l3 2`,
  question: `${circle}m-2.5 6.5a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1 1-1.1 1.8M12 16.5v0`,
};
