/**
 * Whether a `ci` belongs to a user other than the stored owner. If either side has no `ci`, or the stored owner's
 * key is missing, the two can't be compared and no session ends. @param stored, owners pseudonyms
 * (users/pseudonyms.ts).
 */
export function isNumberReassigned(stored: string | undefined, owners: readonly string[]): boolean {
  const [id] = stored?.split(':') ?? [];
  return (
    stored !== undefined && !owners.includes(stored) && owners.some((owner) => owner.startsWith(`${id}:`))
  );
}
