/** Shows the language that a reader chooses in all code of the page (markdown/languages.ts). */
export function applyChosenLanguage(): void {
  window.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.name.startsWith('language-')) return;
    const top = () => target.labels?.[0]?.getBoundingClientRect().top ?? 0;
    const before = top();
    const inputs = `input[name^="language-"][value="${target.value}"]`;
    for (const input of document.querySelectorAll<HTMLInputElement>(inputs)) {
      input.checked = true;
      const blocks = input.closest('.vp-code-group')?.querySelector('.blocks')?.children ?? [];
      for (const [index, block] of [...blocks].entries())
        block.classList.toggle('active', index === Number(input.value));
    }
    // Code above has another length. The chosen tab stays where it is.
    window.scrollBy(0, top() - before);
  });
}
