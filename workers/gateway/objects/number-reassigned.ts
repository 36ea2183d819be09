/**
 * Whether a `ci` belongs to a user other than the stored owner. Returns false if the `ci`, the stored owner, or
 * the owner's key is missing. They can't be compared then, so no session is ended. @param stored the stored
 * owner's pseudonym (users/pseudonyms.ts). @param owners the pseudonyms of the `ci`.
 */
export function isNumberReassigned(stored: string | undefined, owners: readonly string[]): boolean {
  const [id] = stored?.split(':') ?? [];
  return (
    stored !== undefined && !owners.includes(stored) && owners.some((owner) => owner.startsWith(`${id}:`))
  );
}
