import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { edgeClient, publishedArticles, stack } from './edge-client.ts'

const edge = edgeClient()

async function missing(path: string) {
  const response = await edge.request(path)
  return { response, html: await response.text() }
}

describe('an address where nothing is', () => {
  it.each([
    ['/no-such-page', 'There is no page at this address.', '/latest'],
    ['/a/b/c', 'There is no page at this address.', '/latest'],
    ['/category/gossip', 'We have no such category.', '/category/food'],
    ['/category/gossip/2', 'We have no such category.', '/category/food'],
    ['/category', 'We have no such category.', '/category/food'],
    ['/category/food/999', 'The archive is not that long.', '/category/food'],
    ['/tag/moon', 'Nothing is kept under that tag.', '/tag/india'],
    ['/tag/india/999', 'The archive is not that long.', '/tag/india'],
    ['/author/nobody', 'Nobody of that name writes here.', '/latest'],
    ['/author/anahita-daruwalla/999', 'The archive is not that long.', '/author/anahita-daruwalla'],
    ['/latest/999', 'The archive is not that long.', '/latest'],
    ['/latest/0', 'The archive is not that long.', '/latest'],
    ['/latest/1e1', 'The archive is not that long.', '/latest'],
    ['/events/ball', 'There is no such event.', '/events'],
    ['/events/ball.ics', 'There is no such event.', '/events'],
  ])('%s says so and leads on', async (path, title, wayOn) => {
    const { response, html } = await missing(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('Content-Type')).toMatch(/^text\/html/)
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
    expect(main).toContain(title)
    expect(main).toContain(`href="${wayOn}"`)
    expect(main).toContain('action="/search"')
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect((await edge.request(wayOn)).status).toBe(200)
  })

  it.each([
    ['/tag/srilanka', '/tag/sriLanka'],
    ['/tag/sri-lanka?from=footer', '/tag/sriLanka?from=footer'],
    ['/category/Film-and-TV', '/category/film-and-tv'],
    ['/category/FOOD/feed', '/category/food/feed'],
  ])('is not %s, which leads to %s', async (path, to) => {
    const { response } = await missing(path)
    expect([response.status, response.headers.get('Location')]).toEqual([301, to])
    expect((await edge.request(to)).status).toBe(200)
  })

  it('has no footer where it could have been an article or a page, and one elsewhere', async () => {
    expect((await missing('/no-such-page')).html).not.toContain('<footer')
    expect((await missing('/category/gossip')).html).toContain('<footer')
  })

  it('shows nothing of itself in the page', async () => {
    const { html } = await missing('/author/"><script>alert(1)</script>/2')
    expect(html).not.toContain('alert(1)')
  })

  it('is a 404 with a page whatever it is made of, and never a fault of ours', async () => {
    const odd = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
      fc.constantFrom(
        '🥭',
        'अ',
        '...',
        '.well-known',
        '%',
        '%25%32%65',
        'con',
        'index',
        '__proto__',
      ),
      fc.constantFrom('x'.repeat(3000), 'a.php', '$(id)', "' or 1=1", '<b>', '\\', '\0', '&amp;'),
    )
    const place = fc.constantFrom('', 'category/', 'tag/', 'author/', 'latest/', 'events/', 'a/b/')
    await fc.assert(
      fc.asyncProperty(place, odd, fc.boolean(), async (folder, name, encode) => {
        // Never one that exists, and none that a client would resolve to another.
        const path = `/${folder}no-${encode ? encodeURIComponent(name.toWellFormed()) : escapeLightly(name)}-x`
        const { response, html } = await missing(path)
        expect([path, response.status]).toEqual([path, 404])
        expect(html).toContain('<h1')
      }),
      { numRuns: 60 },
    )
  })

  it.each(['/%', '/%E0%A4%A', '/%ff%fe', '/category/%', '/%00', '/a%2Fb', '/%2e%2e/x', '/a//b'])(
    'the broken address %s is one of them',
    async (path) => {
      const { response } = await missing(path)
      expect(response.status).toBe(404)
      expect(response.headers.get('Content-Type')).toMatch(/^text\/html/)
    },
  )

  it('answers HEAD as it answers GET, and keeps what exists', async () => {
    const head = await edge.request('/no-such-page', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([404, ''])
    expect((await edge.request(`/${publishedArticles[0]!.slug}`)).status).toBe(200)
  })
})

describe('what Astro could answer at the edge', () => {
  type Route = { readonly route: string; readonly prerender: boolean }

  /** By the manifest that the build writes into the Worker's code, on a line of its own. */
  function onDemandRoutes(): string[] {
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

  it('is two pages of ours and two addresses of its own, which nobody can reach', async () => {
    // A new one here has to be looked at: whatever isn't a page of ours must not be reachable.
    expect(onDemandRoutes()).toEqual([
      '/[...unbuilt]',
      '/_image',
      '/_server-islands/[name]',
      '/preview/[slug]',
    ])
  })

  it.each([
    '/_image',
    '/_image?href=/card.png&f=webp',
    '/_image?href=https%3A%2F%2Fevil.example%2Fa.png',
    '/_image/',
    '/%5Fimage?href=/card.png',
    '/_server-islands/Anything',
    '/_server-islands/Anything?e=file&p=%7B%7D&s=%7B%7D',
    '/_actions/anything',
    '/_astro/no-such-file.js',
    '//_image?href=/card.png',
  ])('is not %s', async (path) => {
    const { response, html } = await missing(path)
    expect(response.status).toBe(404)
    expect(html).toContain('There is no page at this address.')
    const body = '{"encryptedComponentExport":"","encryptedProps":"","encryptedSlots":""}'
    const posted = await edge.request(path, { method: 'POST', body })
    expect([posted.status, posted.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
  })
})

/** What may not stand in a path as it is, and nothing more. */
function escapeLightly(text: string): string {
  return encodeURI(text.toWellFormed()).replace(/[?#\\]/g, encodeURIComponent)
}
