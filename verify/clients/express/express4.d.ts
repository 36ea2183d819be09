/** An alias of express@4 without types of its own. Both versions have the functions that the tests call. */
declare module 'express4' {
  export { default } from 'express';
}
