import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createEdgeClient, publishedArticles, stack } from './testing/edge-client.ts'

const edge = createEdgeClient()

async function fetchMissing(path: string) {
  const response = await edge.request(path)
  return { response, html: await response.text() }
}

describe('an unknown address', () => {
  it.each([
    ['/no-such-page', 'We can’t find that page.', '/latest'],
    ['/category/gossip', 'We can’t find that category.', '/category/food'],
    ['/category/food/999', 'The archive doesn’t have that many pages.', '/category/food'],
    ['/tag/moon', 'We can’t find that tag.', '/tag/india'],
    ['/author/nobody', 'We can’t find that author.', '/latest'],
    ['/reader/nobody-at-all', 'We can’t find that reader’s page.', '/latest'],
    ['/reader/x', 'We can’t find that reader’s page.', '/latest'],
    ['/latest/0', 'The archive doesn’t have that many pages.', '/latest'],
    ['/events/ball', 'We can’t find that event.', '/events'],
    ['/events/ball.ics', 'We can’t find that event.', '/events'],
  ])('answers 404 at %s with a message and a link', async (path, title, link) => {
    const { response, html } = await fetchMissing(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('Content-Type')).toMatch(/^text\/html/)
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
    expect(main).toContain(title)
    expect(main).toContain(`href="${link}"`)
    expect(main).toContain('action="/search"')
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect((await edge.request(link)).status).toBe(200)
  })

  it.each([
    ['/tag/srilanka', '/tag/sriLanka'],
    ['/tag/sri-lanka?from=footer', '/tag/sriLanka?from=footer'],
    ['/category/Film-and-TV', '/category/film-and-tv'],
    ['/category/FOOD/feed', '/category/food/feed'],
    ['/reader/LEELA', '/reader/leela'],
  ])('isn’t %s, which redirects to %s', async (path, to) => {
    const { response } = await fetchMissing(path)
    expect([response.status, response.headers.get('Location')]).toEqual([301, to])
    expect((await edge.request(to)).status).toBe(200)
  })

  it('gets a page with a footer only within a section', async () => {
    expect((await fetchMissing('/no-such-page')).html).not.toContain('<footer')
    expect((await fetchMissing('/category/gossip')).html).toContain('<footer')
  })

  it('isn’t echoed in the page', async () => {
    const { html } = await fetchMissing('/author/"><script>alert(1)</script>/2')
    expect(html).not.toContain('alert(1)')
  })

  it.each([
    ...['/%', '/%E0%A4%A', '/%ff%fe', '/category/%', '/%00', '/a%2Fb', '/%2e%2e/x', '/a//b'],
    ...[
      '/%F0%9F%A5%AD',
      '/.well-known',
      '/tag/__proto__',
      '/author/%3Cb%3E',
      `/${'x'.repeat(3000)}`,
    ],
  ])('gets the 404 page even if it’s malformed, such as %.40s', async (path) => {
    const { response } = await fetchMissing(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('Content-Type')).toMatch(/^text\/html/)
  })

  it('answers HEAD like GET', async () => {
    const head = await edge.request('/no-such-page', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([404, ''])
    expect((await edge.request(`/${publishedArticles[0]!.slug}`)).status).toBe(200)
  })
})

describe('an Astro route', () => {
  type Route = { readonly route: string; readonly prerender: boolean }

  /** Reads the route manifest from the built Worker. */
  function listOnDemandRoutes(): string[] {
    const chunks = join(stack.buildEnvironment.BUILD_OUTPUT, 'server', 'chunks')
    const manifest = readdirSync(chunks)
      .filter((name) => name.endsWith('.mjs'))
      .map((name) =>
        /deserializeManifest\((\{".*\})\);/.exec(readFileSync(join(chunks, name), 'utf8')),
      )
      .find((found) => found !== null)!
    const { routes } = JSON.parse(manifest[1]!) as { routes: { routeData: Route }[] }
    return routes
      .filter(({ routeData }) => !routeData.prerender)
      .map(({ routeData }) => routeData.route)
      .toSorted()
  }

  it('is one of our pages, or one of two routes that can’t be reached', async () => {
    // A new route that isn't our page must not be reachable.
    expect(listOnDemandRoutes()).toEqual([
      '/[...missing]',
      '/_image',
      '/_server-islands/[name]',
      '/desk',
      '/desk/edit',
      '/desk/forbidden',
      '/desk/keys',
      '/desk/new',
      '/desk/picture',
      '/desk/pictures',
      '/desk/statistics',
      '/desk/statistics-now',
      '/desk/stories',
      '/landing/author',
      '/landing/category',
      '/landing/feed',
      '/landing/front',
      '/landing/latest',
      '/landing/tag',
      '/preview/[slug]',
      '/preview/of/authors',
      '/preview/of/elsewhere',
      '/preview/of/events',
      '/preview/of/issues',
      '/preview/of/pages',
      '/preview/of/tags',
      '/reader/[handle]',
    ])
  })
})
