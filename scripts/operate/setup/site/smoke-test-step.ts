/** Checks the deployed site as a guest. */
import { z } from 'zod'
import { healthResponseSchema } from '../../../../src/contracts/endpoints/health-endpoints.ts'
import { storyJsonFeedPath } from '../../../../src/contracts/site-files/feeds.ts'
import { site as publication } from '../../../../src/publication/identity.ts'
import { CommandError } from '../../../shared/command-error.ts'
import { isUnused } from '../github/github-steps.ts'
import { type Finding, forCheck } from '../run/finding.ts'
import type { Service } from '../run/service.ts'
import { formatSetupCommand, pollUntil, type SetupContext, type Step } from '../run/step.ts'
import { connectSite, findStatus } from './connect-site.ts'

async function answers(site: Service): Promise<boolean> {
  try {
    const page = await site.read('/', z.string())
    return page?.includes(publication.name) === true
  } catch (error) {
    if (error instanceof CommandError) return false
    throw error
  }
}

async function checkHealth(context: SetupContext, site: Service): Promise<Finding[]> {
  const { environment } = context
  const secret = context.secrets.get('HEALTH_KEYS')?.split(',')[0]?.split(':')[1] ?? ''
  const headers = { Authorization: `Bearer ${secret}` }
  const health = await site.read('/api/health', healthResponseSchema, { headers })
  const check = forCheck('health')
  if (!health)
    return [
      check.problem(
        '/api/health not found',
        `Deploy again: ${formatSetupCommand(context, 'upgrade')}`,
      ),
    ]
  const { firestore, checks = [], attention = [] } = health
  const off = checks.filter(({ state }) => state === 'off').map(({ name }) => name)
  return [
    firestore === 'ok'
      ? check.ok(health.status)
      : check.problem(
          'the Worker can’t reach Firestore',
          `Run: ${formatSetupCommand(context, '--only service-account')}`,
        ),
    ...attention.map((name) =>
      forCheck(name).warning('needs attention', 'See scripts/operate/alerts.md.'),
    ),
    ...(off.includes('rebuild')
      ? [
          forCheck('rebuild').warning(
            'the site isn’t rebuilt after publishing',
            isUnused(context)
              ? `After publishing, run: npm run build -- --environment ${environment} && npm run deploy -- --environment ${environment}`
              : `Run: ${formatSetupCommand(context, '--only github')}`,
          ),
        ]
      : []),
  ]
}

const feedSchema = z.object({ items: z.array(z.object({ url: z.string() })) })
/** The number of stories that are checked for a paywall. */
const maxStories = 10

/** Returns the slug of a story with a paywall; null without one. */
async function findClosedStory(site: Service): Promise<string | null> {
  const feed = await site.read(storyJsonFeedPath, feedSchema)
  for (const { url } of feed?.items.slice(0, maxStories) ?? []) {
    const { pathname } = new URL(url)
    const page = await site.read(pathname, z.string())
    if (page?.includes('data-wall')) return pathname.slice(1)
  }
  return null
}

async function checkClosedStory(site: Service, slug: string): Promise<Finding[]> {
  const body = await findStatus(site, `/api/articles/${slug}/body`)
  const sealed = await findStatus(site, `/sealed/${slug}`)
  const getRemedy = (status: number) =>
    status === 200
      ? 'Take the site down, and report the leak: .github/SECURITY.md.'
      : 'Run the same command again. If the status stays the same, see scripts/operate/alerts.md.'
  return [
    forCheck('paywall').ok(`/${slug} has a paywall`),
    [401, 402, 403].includes(body)
      ? forCheck('closed text').ok('refused to guests')
      : forCheck('closed text').problem(
          `a guest’s request is answered with ${body}`,
          getRemedy(body),
        ),
    sealed === 404
      ? forCheck('encrypted text').ok('not public')
      : forCheck('encrypted text').problem(
          `/sealed/${slug} is answered with ${sealed}`,
          getRemedy(sealed),
        ),
  ]
}

export const smokeTestStep: Step = {
  name: 'smoke-test',
  title: 'the deployed site, as a guest sees it',
  needs: ['secrets'],
  async inspect(context) {
    const site = connectSite(context)
    if (!(await answers(site))) {
      return [
        forCheck(context.settings.require('SITE_URL')).change(
          'wait until it answers, with its certificate (up to ten minutes)',
          () => pollUntil(context, 10, () => answers(site)),
        ),
      ]
    }
    const findings = [forCheck('page').ok(publication.name), ...(await checkHealth(context, site))]
    const slug = await findClosedStory(site)
    if (slug !== null) return [...findings, ...(await checkClosedStory(site, slug))]
    return [
      ...findings,
      forCheck('paywall').warning(
        'not checked, because none of the newest stories is behind it',
        `Publish a story for members, then run: npm run doctor -- --environment ${context.environment}`,
      ),
    ]
  },
}
