import { onContentUpdated } from 'vitepress';
import { onMounted, onUnmounted } from 'vue';

/** Opens the tab of the section that the page's address names. VitePress doesn't scroll to a hidden section. */
export function openLinkedTabs(): void {
  onContentUpdated(openLinkedTab);
  onMounted(() => window.addEventListener('hashchange', openLinkedTab));
  onUnmounted(() => window.removeEventListener('hashchange', openLinkedTab));
}

function openLinkedTab(): void {
  const sections = document.querySelectorAll('.vp-code-group .vp-block[id], .vp-code-group .vp-block [id]');
  const section = [...sections].find(({ id }) => new URL(`#${id}`, location.href).hash === location.hash);
  const block = section?.closest('.vp-block');
  if (!section || !block) return;
  document.getElementById(`tab-${block.id}`)?.click();
  const target = section === block ? block.closest('.vp-code-group') : section;
  // After VitePress has scrolled, which leaves the tabs above the screen.
  requestAnimationFrame(() => target?.scrollIntoView());
}
