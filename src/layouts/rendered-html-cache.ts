/** Caches rendered parts of pages by their names, while the process or the isolate lives (RenderOnce.astro). */
export const renderedHtml = new Map<string, string>()
