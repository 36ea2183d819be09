'use client';

export default function Failed({ reset }) {
  return (
    <main>
      <p role="alert">That is not possible just now.</p>
      <button type="button" onClick={() => reset()}>
        Try again
      </button>
    </main>
  );
}
