/**
 * Whether a `ci` belongs to a user other than the stored owner. If the `ci` or the stored owner is missing, or the
 * stored owner's key is missing, the two can't be compared and no session ends. @param stored the stored owner's
 * pseudonym (users/pseudonyms.ts). @param owners the pseudonyms of the `ci`.
 */
export function isNumberReassigned(stored: string | undefined, owners: readonly string[]): boolean {
  const [id] = stored?.split(':') ?? [];
  return (
    stored !== undefined && !owners.includes(stored) && owners.some((owner) => owner.startsWith(`${id}:`))
  );
}
