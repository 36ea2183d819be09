/** The JSX runtime of every page: a package's `imports` can't leave its folder. */
export * from '../../workers/pages/jsx-runtime.ts';
