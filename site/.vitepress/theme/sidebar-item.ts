import { type DefaultTheme, useData, withBase } from 'vitepress';
import { computed, h, type PropType } from 'vue';

/** An area of the sidebar: its title, and links to its pages. Only the area of the current page is open. */
export default {
  props: { item: { type: Object as PropType<DefaultTheme.SidebarItem>, required: true } },
  setup({ item }: { item: DefaultTheme.SidebarItem }) {
    const { page } = useData();
    const address = computed(() => `/${page.value.relativePath.replace(/(?:index)?\.md$/, '')}`);
    const isCurrent = computed(() => item.items?.some(({ link }) => link === address.value) ?? false);
    return () =>
      h('details', { class: 'VPSidebarItem', open: isCurrent.value }, [
        h('summary', item.text),
        ...(item.items ?? []).map(({ text, link = '' }) =>
          h('a', { href: withBase(link), 'aria-current': link === address.value ? 'page' : undefined }, text),
        ),
      ]);
  },
};
