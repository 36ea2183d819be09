export const metadata = { title: 'A Next.js shop' };

const style = `
  body { margin: 2rem auto; max-width: 32rem; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif; }
  form { display: inline-block; margin: 0 1rem 1rem 0; }
  button { padding: .5rem 1rem; font: inherit; }`;

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <style>{style}</style>
        {children}
      </body>
    </html>
  );
}
