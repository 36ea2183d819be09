import { useData } from 'vitepress';
import { onMounted } from 'vue';

/** Loads the search box and its index when a reader points at the search button or moves the focus to it. */
export function preloadSearch(): void {
  const { localeIndex } = useData();
  const loaded = new Set<string>();
  const load = async ({ target }: Event) => {
    const locale = localeIndex.value;
    if (!(target instanceof Element) || target.closest('#local-search') === null || loaded.has(locale))
      return;
    loaded.add(locale);
    import('vitepress/dist/client/theme-default/components/VPLocalSearchBox.vue').catch(() => loaded.clear());
    const [{ default: box }, { default: indexes }] = await Promise.all([
      import('../../search/box.ts'),
      import('@localSearchIndex'),
    ]);
    const index = await indexes[locale]?.();
    if (index !== undefined) box.loadJSON(index.default);
  };
  onMounted(() => {
    for (const event of ['pointerover', 'pointerdown', 'focusin'])
      document.addEventListener(event, load, { passive: true });
  });
}
