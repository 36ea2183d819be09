/** This folder is the whole application, whatever lies around it. */
export default { turbopack: { root: import.meta.dirname } };
