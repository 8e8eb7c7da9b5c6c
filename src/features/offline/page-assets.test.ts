import { expect, it } from 'vitest'
import { collectImports, findAssets, findImports } from './page-assets.ts'

it('a document’s scripts, styles and fonts are found in any attribute, once each', () => {
  const html = `
    <link rel="preload" href="/_astro/sans.D-w_1x.woff2" as="font">
    <link rel="stylesheet" href="/_astro/print.css" media="print">
    <astro-island component-url="/_astro/Paywall.island.B1.js" renderer-url="/_astro/client.C2.js">
    <script type="module" src="/_astro/page.A0.js"></script>
    <style>@font-face{src:url(/_astro/sans.D-w_1x.woff2)}</style>`
  expect(findAssets(html)).toEqual([
    '/_astro/sans.D-w_1x.woff2',
    '/_astro/print.css',
    '/_astro/Paywall.island.B1.js',
    '/_astro/client.C2.js',
    '/_astro/page.A0.js',
  ])
})

it('static imports are found, and also the dynamic imports that a story needs', () => {
  const script = `import{a as b}from"./one.A.js";import"./two.B.js";import c from './three.C.js';
    const later=()=>import("./four.D.js");import(\`./reader-story.F.js\`);export{b as default}from"./five.E.js"`
  expect(findImports(script)).toEqual(
    ['one.A', 'two.B', 'three.C', 'five.E', 'reader-story.F'].map((name) => `/_astro/${name}.js`),
  )
})

it('imports of imports are collected, even circular ones', async () => {
  const scripts: Record<string, string> = {
    '/_astro/a.js': 'import"./b.js"',
    '/_astro/b.js': 'import"./c.js";import"./a.js"',
    '/_astro/c.js': '',
  }
  const found = await collectImports(
    ['/_astro/a.js', '/_astro/f.woff2'],
    async (path) => scripts[path]!,
  )
  expect([...found].sort()).toEqual([
    '/_astro/a.js',
    '/_astro/b.js',
    '/_astro/c.js',
    '/_astro/f.woff2',
  ])
})
