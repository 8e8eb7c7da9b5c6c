/** How the stand-in's pages look. */
export function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>body{font:1rem/1.5 system-ui;max-width:32rem;margin:3rem auto;padding:0 1rem}button{font:inherit;padding:.6rem 1rem}</style>
<h1>${title}</h1><p>This page stands in for PayPal. No money moves.</p>${body}</html>`
}
