import { type DefaultTheme, useData, withBase } from 'vitepress';
import { h, type PropType } from 'vue';

/** An area of the sidebar: its title, and links to its pages. */
export default {
  props: { item: { type: Object as PropType<DefaultTheme.SidebarItem>, required: true } },
  setup({ item }: { item: DefaultTheme.SidebarItem }) {
    const { page } = useData();
    const isOpen = (link = '') => `/${page.value.relativePath.replace(/(?:index)?\.md$/, '')}` === link;
    return () =>
      h('section', { class: 'VPSidebarItem' }, [
        h('h2', item.text),
        ...(item.items ?? []).map(({ text, link = '' }) =>
          h('a', { href: withBase(link), 'aria-current': isOpen(link) ? 'page' : undefined }, text),
        ),
      ]);
  },
};
