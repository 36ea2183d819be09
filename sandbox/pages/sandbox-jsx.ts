/**
 * The JSX runtime of every page. It is re-exported here because a package's `imports` can't point outside its
 * folder.
 */
export * from '../../workers/pages/jsx-runtime.ts';
