/** Rendered parts of pages by their names, as long as the process or the isolate lives (RenderOnce.astro). */
export const renderedHtml = new Map<string, string>()
