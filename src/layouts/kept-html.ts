/** Rendered parts of pages by their names, as long as the process or the isolate lives (Kept.astro). */
export const keptHtml = new Map<string, string>()
