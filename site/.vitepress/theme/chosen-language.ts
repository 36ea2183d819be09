/**
 * Shows the language that a reader chooses in all code of the page (markdown/languages.ts). The chosen tab of any group
 * is scrolled into view.
 */
export function applyChosenLanguage(): void {
  window.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.closest('.vp-code-group .tabs') === null) return;
    const [label] = target.labels ?? [];
    if (target.name.startsWith('language-')) {
      const top = () => label?.getBoundingClientRect().top ?? 0;
      const before = top();
      chooseLanguage(target.value);
      // Code above has another length. The chosen tab stays where it is.
      window.scrollBy(0, top() - before);
    }
    label?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}

function chooseLanguage(value: string): void {
  const inputs = `input[name^="language-"][value="${value}"]`;
  for (const input of document.querySelectorAll<HTMLInputElement>(inputs)) {
    input.checked = true;
    const blocks = input.closest('.vp-code-group')?.querySelector('.blocks')?.children ?? [];
    for (const [index, block] of [...blocks].entries())
      block.classList.toggle('active', index === Number(input.value));
  }
}
