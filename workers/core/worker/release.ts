/** The release of this code, in every log line. A test compares it with the package's version. */
export const release = '0.1.0';
