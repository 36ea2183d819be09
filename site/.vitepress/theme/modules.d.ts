declare module '@localSearchIndex' {
  /** By the theme's name of a language: loads its search index. */
  const indexes: Record<string, () => Promise<{ default: string }>>;
  export default indexes;
}

declare module 'vitepress/dist/client/theme-default/components/VPLocalSearchBox.vue';
