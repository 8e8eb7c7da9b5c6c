/** Fakes a running WordPress site's public REST API for tests. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { beforeAll, beforeEach } from 'vitest'
import { createTestFolder } from '../../../../shared/testing/test-folder.ts'
import { startTestServer } from '../../../../shared/testing/test-server.ts'
import { readExport } from '../../testing/read-export.ts'
import { copySite } from '../copy-site.ts'
import { createWordPressSiteReader } from '../read-wordpress-site.ts'
import { createSiteApi } from '../site-api.ts'

export type FakeSite = {
  origin: string
  /** Paths and queries, in order. */
  asked: string[]
  /** Items by collection. */
  items: Record<string, object[]>
  /** Returns true if it has responded instead of the site. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean
  /** The address that the site states as its own. */
  home: string
  hasReadableAddresses: boolean
  sendsTotals: boolean
  reset(): void
}

export const rendered = (html: string) => ({ rendered: html })

export const buildSitePost = (id: number, more: object = {}) => ({
  id,
  slug: `post-${id}`,
  status: 'publish',
  type: 'post',
  link: `https://ice.example/2020/01/post-${id}/`,
  date: '2020-01-02T09:00:00',
  date_gmt: '2020-01-02T03:30:00',
  modified: '2020-01-03T09:00:00',
  modified_gmt: '2020-01-03T03:30:00',
  title: rendered(`Post ${id}`),
  content: { rendered: `<p>Text of ${id}.</p>`, protected: false },
  excerpt: rendered(''),
  author: 2,
  featured_media: 0,
  sticky: false,
  categories: [3],
  tags: [],
  ...more,
})

export async function startFakeSite(): Promise<FakeSite> {
  const site: FakeSite = {
    origin: '',
    asked: [],
    items: {},
    intercept: () => false,
    home: '',
    hasReadableAddresses: true,
    sendsTotals: true,
    reset() {
      site.asked = []
      site.items = {
        posts: [buildSitePost(1)],
        pages: [],
        categories: [{ id: 3, slug: 'cold', name: 'Cold &amp; salt' }],
        tags: [],
        users: [{ id: 2, slug: 'meher', name: 'Meher Bano', description: 'Writes.', link: '' }],
        media: [],
        comments: [],
      }
      site.home = 'https://ice.example'
      site.intercept = () => false
      site.hasReadableAddresses = true
      site.sendsTotals = true
    },
  }

  function answerApi(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '', site.origin)
    const route = site.hasReadableAddresses
      ? url.pathname.replace(/^\/wp-json/, '')
      : (url.searchParams.get('rest_route') ?? '')
    const send = (status: number, value: unknown, headers = {}): void => {
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
      response.end(JSON.stringify(value))
    }
    const isApi = site.hasReadableAddresses ? url.pathname.startsWith('/wp-json') : route !== ''
    if (!isApi) return send(404, {})
    if (route === '/') {
      return send(200, { name: 'Ice', home: site.home, namespaces: ['wp/v2'] })
    }
    if (route === '/wp/v2/types') return send(200, { post: {}, wp_block: {}, recipe: {} })
    const items = site.items[route.replace('/wp/v2/', '')]
    if (!items) return send(404, {})
    const perPage = Number(url.searchParams.get('per_page'))
    const offset = Number(url.searchParams.get('offset'))
    const totals = { 'X-WP-Total': items.length }
    send(200, items.slice(offset, offset + perPage), site.sendsTotals ? totals : {})
  }

  site.reset()
  site.origin = await startTestServer((request, response) => {
    site.asked.push(request.url ?? '')
    if (!site.intercept(request, response)) answerApi(request, response)
  })
  return site
}

export function sendJson(response: ServerResponse, json: string | Buffer, headers = {}) {
  response.writeHead(200, headers).end(json)
  return true
}

export function refuse(response: ServerResponse, status: number, headers = {}) {
  response.writeHead(status, headers).end()
  return true
}

/** Creates a fake site, which each test copies into another folder. */
export function createSiteHarness() {
  let site: FakeSite
  let folder: string
  beforeAll(async () => {
    site = await startFakeSite()
  })
  beforeEach(() => {
    site.reset()
    folder = createTestFolder()
  })
  return {
    getSite: () => site,
    getFolder: () => folder,
    /** Answers requests whose address contains `part` instead of the site. */
    intercept(part: string, answer: (response: ServerResponse) => boolean) {
      site.intercept = ({ url = '' }, response) => url.includes(part) && answer(response)
    },
    /** `failure` is null if the copy is complete. */
    async copy({
      localOrigin = site.origin as string | null,
      address = site.origin,
      isRefresh = false,
      maxTotalBytes = 1e9,
    } = {}) {
      const waits: number[] = []
      const wait = async (milliseconds: number) => waits.push(milliseconds)
      const api = createSiteApi({ localOrigin, maxTotalBytes, wait })
      const copied = await copySite({ address, folder, isRefresh, api })
      return {
        failure: copied.ok ? null : copied.failure.reason,
        // Leaves out the interval that precedes every request.
        waits: waits.filter((milliseconds) => milliseconds > 400),
        requests: waits.length,
      }
    },
    readCopy: () => readExport(createWordPressSiteReader('Asia/Colombo'), folder),
    askedFor: (collection: string) => site.asked.filter((url) => url.includes(`/${collection}`)),
  }
}
