/** The largest form: 64 KiB. */
const maxBody = 65_536;

/** The parameters of a form; undefined for another type, a body that is too long, and a parameter that is sent twice. */
export async function readForm(request: Request): Promise<Map<string, string> | undefined> {
  const type = request.headers.get('Content-Type') ?? '';
  const isForm =
    type === 'application/x-www-form-urlencoded' || type.startsWith('application/x-www-form-urlencoded;');
  const length = request.headers.get('Content-Length');
  if (!isForm || length === null || Number(length) > maxBody) return undefined;
  const found = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(await request.text())) {
    if (found.has(name)) return undefined;
    found.set(name, value);
  }
  return found;
}
