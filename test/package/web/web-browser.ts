/** The cookies of one browser in front of an application whose two routes are functions. */
export function startBrowser(site: string) {
  const cookies = new Map<string, string>();
  return {
    cookies,
    /** A request that the browser sends. @param address whole, or the path. */
    request: (address: string): Request =>
      new Request(new URL(address, site), {
        headers: { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      }),
    /** Keeps what an answer sets, and returns the answer. */
    take(answer: Response): Response {
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/; Max-Age=0;/.test(line)) cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    },
  };
}

export type Browser = ReturnType<typeof startBrowser>;
