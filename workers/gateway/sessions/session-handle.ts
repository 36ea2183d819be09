/** What names a session to its user: enough of its id to find it among their own, and of no use anywhere else. */
export const handleOf = (id: string): string => id.slice(0, handleLength);
export const handleLength = 16;
