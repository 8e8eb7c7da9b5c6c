/** The parts of the deployed site that `setup` checks. */
import { site } from '../../../../src/publication/identity.ts'
import {
  type FakeAnswer,
  type FakeRoutes,
  startFakeService,
  type WriteLog,
} from './fake-service.ts'

export const createSiteState = () => ({
  /** Slugs of stories behind the paywall, in the feed. */
  stories: new Set<string>(),
  /** Addresses that were signed up. */
  emails: [] as string[],
  /** Returns the answer to a checkout, for the caller's cookie and request. */
  checkOut: (() => ({ status: 404 })) as (
    cookie: string,
    request: Readonly<Record<string, unknown>>,
  ) => FakeAnswer,
  bodyStatus: 403,
  sealedStatus: 404,
  firestore: 'ok' as 'ok' | 'unavailable',
})
type SiteState = ReturnType<typeof createSiteState>

export function startFakeSite(state: SiteState, log: WriteLog): Promise<string> {
  const routes: FakeRoutes = {
    'GET /': () => ({ body: `<title>${site.name}</title>` }),
    'GET /feed.json': () => ({
      body: {
        items: [...state.stories].map((slug) => ({ url: `https://verandah.news/${slug}` })),
      },
    }),
    'GET /api/health': () => ({ body: { status: 'ok', firestore: state.firestore } }),
    'GET /api/articles/:slug/body': () => ({ status: state.bodyStatus }),
    'GET /sealed/:slug': () => ({ status: state.sealedStatus }),
    'POST /api/join-newsletter': ({ json }) => {
      state.emails.push(String(json().email))
      return { body: { joined: true } }
    },
    'POST /api/checkout': (call) => state.checkOut(String(call.headers.cookie), call.json()),
    'GET /:slug': ({ params: [slug = ''] }) =>
      state.stories.has(slug) ? { body: '<div data-wall></div>' } : { status: 404 },
  }
  return startFakeService('site', routes, log)
}
