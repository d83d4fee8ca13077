/** Address of a page's Markdown twin: `/docs/api/` has `/docs/api.md`, the home page `/index.md`. */
export const markdownPath = (page: string) => `${page.replace(/\/$/, "") || "/index"}.md`;
