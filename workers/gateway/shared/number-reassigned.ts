/**
 * Whether a `ci` belongs to another user than the stored owner. Without a `ci` on either side, or without the key
 * of the stored one, they can't be compared and no session ends. @param stored, owners pseudonyms
 * (users/pseudonyms.ts).
 */
export function isNumberReassigned(stored: string | undefined, owners: readonly string[]): boolean {
  const [id] = stored?.split(':') ?? [];
  return (
    stored !== undefined && !owners.includes(stored) && owners.some((owner) => owner.startsWith(`${id}:`))
  );
}
