/** Path of the simulated API in the sandbox. The vendor serves the rest of each path at its root. */
export const barocertPath = '/sandbox/barocert';
