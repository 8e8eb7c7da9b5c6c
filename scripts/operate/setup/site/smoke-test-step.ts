/** Checks the deployed site as a guest. Publishes a story for a moment if the site has none behind the paywall. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { healthResponseSchema } from '../../../../src/contracts/endpoints/health-endpoints.ts'
import { storyJsonFeedPath } from '../../../../src/contracts/site-files/feeds.ts'
import { site as publication } from '../../../../src/publication/identity.ts'
import { categories } from '../../../../src/publication/sections.ts'
import { CommandError } from '../../../shared/command-error.ts'
import { type Finding, forCheck } from '../run/finding.ts'
import type { Service } from '../run/service.ts'
import type { SetupContext, Step } from '../run/step.ts'
import { connectSite, findStatus } from './connect-site.ts'

/** Creating a new domain's certificate takes minutes. */
const maxTries = 40
const retryInterval = 15_000

async function answers(site: Service): Promise<boolean> {
  try {
    const page = await site.read('/', z.string())
    return page?.includes(publication.name) === true
  } catch (error) {
    if (error instanceof CommandError) return false
    throw error
  }
}

async function waitForSite({ wait }: SetupContext, site: Service) {
  for (let tries = 1; tries < maxTries && !(await answers(site)); tries++) await wait(retryInterval)
}

async function checkHealth({ secrets }: SetupContext, site: Service): Promise<Finding[]> {
  const secret = secrets.get('HEALTH_KEYS')?.split(',')[0]?.split(':')[1] ?? ''
  const headers = { Authorization: `Bearer ${secret}` }
  const health = await site.read('/api/health', healthResponseSchema, { headers })
  const check = forCheck('health')
  if (!health)
    return [check.problem('/api/health not found', 'Deploy again: npm run setup -- --only deploy')]
  const { firestore, checks = [], attention = [] } = health
  const off = checks.filter(({ state }) => state === 'off').map(({ name }) => name)
  return [
    firestore === 'ok'
      ? check.ok(health.status)
      : check.problem(
          'the Worker can’t reach Firestore',
          'Run: npm run setup -- --only service-account',
        ),
    ...attention.map((name) =>
      forCheck(name).warning('needs attention', 'See scripts/operate/alerts.md.'),
    ),
    ...(off.includes('rebuild')
      ? [
          forCheck('rebuild').warning(
            'the site isn’t rebuilt after publishing',
            'Run: npm run setup -- --only github',
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
  const remedy = 'Take the site down, and report the leak: .github/SECURITY.md.'
  return [
    forCheck('paywall').ok(`/${slug} has a paywall`),
    [401, 402, 403].includes(body)
      ? forCheck('closed text').ok('refused to guests')
      : forCheck('closed text').problem(`a guest’s request is answered with ${body}`, remedy),
    sealed === 404
      ? forCheck('encrypted text').ok('not public')
      : forCheck('encrypted text').problem(`/sealed/${slug} is answered with ${sealed}`, remedy),
  ]
}

const testSlug = 'setup-test'
const [testCategory] = Object.keys(categories).slice(1)
const manuscripts = {
  'setup-test-author.md': '---\ncollection: authors\nname: Setup test\nrole: Test\n---\nA test.\n',
  [`${testSlug}.md`]: `---
title: Setup test
dek: Published for a moment by the setup, and withdrawn by it.
category: ${testCategory}
tags: []
authors: [setup-test-author]
access: members
status: published
image:
  file: card.png
  alt: The publication’s sign.
  credit: Setup test
---
Everybody can read this.

<!-- more -->

Only subscribers can read this.
`,
}

async function runDesk(context: SetupContext, args: readonly string[]) {
  const { settings, secrets } = context
  const result = await context.run({
    command: 'desk',
    arguments: [...args, '--by', 'setup'],
    environment: {
      SITE_URL: settings.require('SITE_URL'),
      FIREBASE_PROJECT_ID: settings.require('FIREBASE_PROJECT_ID'),
      FIREBASE_SERVICE_ACCOUNT: secrets.require('FIREBASE_SERVICE_ACCOUNT'),
      DESK_KEYS: secrets.require('DESK_KEYS'),
    },
  })
  if (!result.isDone) throw new CommandError(`desk ${args[0]}: ${result.output.trim()}`)
}

const picture = join(import.meta.dirname, '../../../../public/card.png')

/** Returns the paths of the manuscripts. */
export function writeTestStory(folder: string): string[] {
  copyFileSync(picture, join(folder, 'card.png'))
  return Object.entries(manuscripts).map(([name, text]) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  })
}

/** The Worker renders a new story on demand, so no build is needed to see it. */
async function tryPublishing(context: SetupContext, site: Service) {
  const folder = mkdtempSync(join(tmpdir(), 'setup-'))
  try {
    await runDesk(context, ['publish', ...writeTestStory(folder)])
    try {
      const page = await site.read(`/${testSlug}`, z.string())
      if (!page?.includes('data-wall'))
        throw new CommandError(`/${testSlug} was published, but has no paywall.`)
      const [problem] = (await checkClosedStory(site, testSlug)).filter(
        ({ status }) => status === 'problem',
      )
      if (problem) throw new CommandError(`${problem.check} of /${testSlug} isn’t protected.`)
    } finally {
      await runDesk(context, ['withdraw', testSlug])
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  context.settings.set('PUBLISHING_TRIED', 'yes')
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
          () => waitForSite(context, site),
        ),
      ]
    }
    const findings = [forCheck('page').ok(publication.name), ...(await checkHealth(context, site))]
    const slug = await findClosedStory(site)
    if (slug !== null) return [...findings, ...(await checkClosedStory(site, slug))]
    if (context.settings.get('PUBLISHING_TRIED'))
      return [...findings, forCheck('publishing').ok('works')]
    return [
      ...findings,
      forCheck('publishing').change('publish a story behind the paywall, and withdraw it', () =>
        tryPublishing(context, site),
      ),
    ]
  },
}
