/**
 * The style of the package's pages: the gateway's look (`workers/pages/style.ts`) in about 1 KB, because the
 * package has no style sheet of its own.
 */
export const pageStyle = [
  ':root{color-scheme:light dark;--paper:#f3f5f7;--card:#fff;--ink:#16202a;--soft:#51606d;--fill:#eef2f4;--accent:#0a5663;--on:#fff;--bad:#a3231d;font:100%/1.6 system-ui,-apple-system,"Apple SD Gothic Neo","Noto Sans KR","Malgun Gothic",sans-serif}',
  '@media(prefers-color-scheme:dark){:root{--paper:#0e1418;--card:#172026;--ink:#e9eff3;--soft:#a9b7c1;--fill:#243039;--accent:#7ad4de;--on:#06272d;--bad:#ffaaa2}}',
  'body{margin:0;padding:1.5rem min(1.25rem,5vw);background:var(--paper);color:var(--ink);word-break:keep-all;overflow-wrap:anywhere}',
  'main{max-width:24rem;margin:auto;padding:min(2rem,5vw);background:var(--card);border-radius:1.25rem}',
  'svg{display:block;width:3rem;height:3rem;margin:0 0 .75rem -.25rem;fill:none;stroke:var(--accent);stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}.denied,.failed{stroke:var(--bad)}',
  'h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.35}p{margin:0}div{margin-top:1.5rem}',
  'a{display:flex;align-items:center;justify-content:center;min-height:3.25rem;margin-top:.5rem;border-radius:.875rem;background:var(--fill);color:var(--ink);font-weight:600;text-decoration:none}',
  'a:first-of-type{background:var(--accent);color:var(--on)}',
  'a:focus-visible{outline:3px solid var(--accent);outline-offset:2px}',
  'small{display:block;margin-top:1rem;color:var(--soft)}',
  // On a phone, the links are at the lower edge of the screen.
  '@media(max-width:30rem){body{display:flex;box-sizing:border-box;min-height:100svh;background:var(--card)}main{flex:1;display:flex;flex-direction:column;margin:0;padding:0;border-radius:0}div{margin-top:auto;padding-top:1.5rem}}',
].join('');
