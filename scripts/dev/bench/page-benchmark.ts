/** Runs Lighthouse as on a phone, with a simulated slow network and processor. */
import type { Browser, Response } from '@playwright/test'
import lighthouse from 'lighthouse'
import { logLine } from '../service-process.ts'
import { createTable, formatFigure, type Section, summariseEach } from './figure.ts'
import { comparePagesWithGhost } from './ghost-pages.ts'
import { createResponsivenessTable, measureResponsiveness } from './interaction-benchmark.ts'
import { measureTransfer } from './measure-transfer.ts'
import { phone, withBrowser, withCloudflare } from './phone-browser.ts'
import {
  categories,
  checkPageTargets,
  type Kind,
  kinds,
  metrics,
  type Score,
  type Scores,
  type Subject,
  subjectNames,
  subjects,
  type Weight,
  type Weights,
} from './targets.ts'

/** Kilobytes by kind, and the numbers of scripts and requests. */
type Visit = Record<Kind | 'scripts' | 'requests', number>

const visits = 3
const lighthouseRuns = 7
/** The number of failed runs allowed per page. */
const maxFailedRuns = 3

async function measureVisit(browser: Browser, url: string): Promise<Visit> {
  const page = await browser.newPage({ ...phone, hasTouch: true, ignoreHTTPSErrors: true })
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  await page.goto(url, { waitUntil: 'networkidle' })
  const weight = { document: 0, stylesheet: 0, script: 0, font: 0, image: 0 }
  let scripts = 0
  for (const response of responses) {
    const kind = kinds.find((candidate) => candidate === response.request().resourceType())
    if (kind === 'script') scripts++
    const isRedirect = response.status() >= 300 && response.status() < 400
    if (kind && !isRedirect) weight[kind] += measureTransfer(kind, await response.body()) / 1000
  }
  await page.close()
  return { ...weight, scripts, requests: responses.length }
}

async function measureWeight(url: string): Promise<Weight> {
  const seen: Visit[] = []
  // The first visit isn't counted, because it resizes the images, which happens once per image.
  await withBrowser((browser) => measureVisit(browser, url))
  for (let run = 0; run < visits; run++) {
    seen.push(await withBrowser((browser) => measureVisit(browser, url)))
  }
  return summariseEach(seen)
}

async function measureScore(url: string): Promise<Score> {
  const runs: Record<keyof Score, number>[] = []
  let failedRuns = 0
  while (runs.length < lighthouseRuns) {
    const result = await withBrowser((_, port) =>
      lighthouse(url, { port, output: 'json', logLevel: 'error' }),
    )
    if (!result || result.lhr.runtimeError) {
      // Lighthouse's recording of the browser fails now and then; such a run is repeated.
      const reason = result?.lhr.runtimeError?.message
      logLine('bench', `${url}: Lighthouse couldn’t record this run: ${reason}`)
      failedRuns++
      if (failedRuns > maxFailedRuns)
        throw new Error(`Lighthouse couldn’t measure ${url}: ${reason}`)
      continue
    }
    const { lhr } = result
    const rates = categories.map((category) => [
      category,
      (lhr.categories[category]?.score ?? 0) * 100,
    ])
    const times = metrics.map((metric) => [metric, lhr.audits[metric]?.numericValue ?? Number.NaN])
    if (runs.length === 0) logFailingAudits(url, lhr)
    runs.push(Object.fromEntries([...rates, ...times]))
  }
  return summariseEach(runs)
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

function logFailingAudits(url: string, { categories: rated, audits }: Report) {
  for (const category of categories) {
    const { score, auditRefs } = rated[category] ?? { score: 0, auditRefs: [] }
    const failing = auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    const names = failing.map(({ id }) => id).join(', ')
    if ((score ?? 0) < 1) logLine('bench', `${url} ${category} ${(score ?? 0) * 100}: ${names}`)
  }
}

export function benchmarkPages(): Promise<Section> {
  return withCloudflare(async (siteUrl, { backends }) => {
    const weights = {} as Record<Subject, Weight>
    const scores = {} as Record<Subject, Score>
    for (const name of subjectNames) {
      logLine('bench', `the page ${subjects[name]}`)
      const url = `${siteUrl}${subjects[name]}`
      weights[name] = await measureWeight(url)
      scores[name] = await measureScore(url)
    }
    const responsiveness = await withBrowser((browser) =>
      measureResponsiveness(browser, { ...phone, baseURL: backends.siteUrl }),
    )
    return {
      tables: [
        ...createPageTables(weights, scores),
        createResponsivenessTable(responsiveness),
        ...(await comparePagesWithGhost(
          { weights, scores },
          { measureWeight, measureScore },
          backends.folder,
        )),
      ],
      targets: checkPageTargets(weights, scores),
    }
  })
}

const createPageTables = (weights: Weights, scores: Scores): Section['tables'] => [
  createTable('Pages at a first visit on a phone, kB', subjectNames, [
    ['page', (name) => subjects[name]],
    ['HTML (gzip)', (name) => formatFigure(weights[name].document, '', 1)],
    ['CSS (br)', (name) => formatFigure(weights[name].stylesheet, '', 1)],
    ['JS (br)', (name) => formatFigure(weights[name].script, '', 1)],
    ['scripts', (name) => formatFigure(weights[name].scripts, '')],
    ['fonts', (name) => formatFigure(weights[name].font, '', 1)],
    ['pictures', (name) => formatFigure(weights[name].image, '', 1)],
    ['requests', (name) => formatFigure(weights[name].requests, '')],
  ]),
  createTable(
    `Lighthouse, mobile, median of ${scores.home.performance?.runs ?? 0}`,
    subjectNames.map((name) => ({ page: subjects[name], ...scores[name] })),
    [
      ['page', ({ page }) => page],
      ['performance', (score) => formatFigure(score.performance, '')],
      ['accessibility', (score) => formatFigure(score.accessibility, '')],
      ['best practices', (score) => formatFigure(score['best-practices'], '')],
      ['SEO', (score) => formatFigure(score.seo, '')],
      ['first paint', (score) => formatFigure(score['first-contentful-paint'], 'ms')],
      ['largest paint', (score) => formatFigure(score['largest-contentful-paint'], 'ms')],
      ['blocked', (score) => formatFigure(score['total-blocking-time'], 'ms')],
      ['shift', (score) => formatFigure(score['cumulative-layout-shift'], '', 3)],
    ],
  ),
]
