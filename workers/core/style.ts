/** The style sheet of every page. */
export const style = `
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, "Apple SD Gothic Neo", "Noto Sans KR", sans-serif; }
body { margin: 0; }
main { max-width: 28rem; margin: 0 auto; padding: 1.5rem 1rem; }
`;
