/**
 * What pages weigh when a reader opens them for the first time on a phone, and what Lighthouse says
 * of them (mobile, simulated slow network and processor, median of five).
 */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type Browser, chromium, type Response } from '@playwright/test'
import lighthouse from 'lighthouse'
import { browserOptions } from '../local/browser.ts'
import { log } from '../local/log.ts'
import { freePort } from '../local/ports.ts'
import { withStack } from './bench-stack.ts'
import { startCloudflareFront } from './cloudflare-front.ts'
import { type Aim, type Figure, figureOf, printFigure, type Section } from './figure.ts'

const subjects = {
  home: '/',
  article: '/fathers-in-pencil',
  category: '/category/culture',
  latest: '/latest',
  search: '/search',
  subscribe: '/subscribe',
  login: '/login',
} as const
type Subject = keyof typeof subjects
const names = Object.keys(subjects) as Subject[]

const kinds = ['document', 'stylesheet', 'script', 'font', 'image'] as const
type Kind = (typeof kinds)[number]
/** Bytes by kind, and how many requests there were. */
type Weight = Record<Kind, number> & { readonly requests: number }

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof categories)[number]
const metrics = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest paint',
  'total-blocking-time': 'blocked',
  'cumulative-layout-shift': 'shift',
} as const
type Metric = keyof typeof metrics
type Score = Record<Category | Metric, Figure>

const lighthouseRuns = 5
/** How many of its runs Lighthouse may fail to record, for a page. */
const spoiltRuns = 3
/** Of the phone that Lighthouse imitates. */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true }

function transferred(kind: Kind, body: Buffer): number {
  if (kind === 'document') return gzipSync(body).length
  if (kind === 'font' || kind === 'image') return body.length
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  return brotliCompressSync(body, { params }).length
}

/** A browser that knows nothing of any page yet. */
async function withBrowser<Answer>(
  work: (browser: Browser, debugPort: number) => Promise<Answer>,
): Promise<Answer> {
  const { args, ...options } = await browserOptions()
  const debugPort = await freePort(10_960)
  const browser = await chromium.launch({
    ...options,
    args: [
      ...args,
      `--remote-debugging-port=${debugPort}`,
      // The front's certificate is its own.
      '--ignore-certificate-errors',
    ],
  })
  try {
    return await work(browser, debugPort)
  } finally {
    await browser.close()
  }
}

async function weigh(browser: Browser, url: string): Promise<Weight> {
  const page = await browser.newPage({ ...phone, hasTouch: true, ignoreHTTPSErrors: true })
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  await page.goto(url, { waitUntil: 'networkidle' })
  const weight = { document: 0, stylesheet: 0, script: 0, font: 0, image: 0 }
  let requests = 0
  for (const response of responses) {
    requests++
    const kind = kinds.find((candidate) => candidate === response.request().resourceType())
    if (kind) weight[kind] += transferred(kind, await response.body())
  }
  await page.close()
  return { ...weight, requests }
}

async function score(url: string): Promise<Score> {
  const runs: Record<string, number[]> = {}
  let spoilt = 0
  for (let run = 0; run < lighthouseRuns; ) {
    const result = await withBrowser((_, port) =>
      lighthouse(url, { port, output: 'json', logLevel: 'error' }),
    )
    if (!result || result.lhr.runtimeError) {
      // Its recording of the browser fails now and then: such a run is none, and is said.
      const reason = result?.lhr.runtimeError?.message
      log('bench', `${url}: a run that Lighthouse could not record: ${reason}`)
      spoilt++
      if (spoilt > spoiltRuns) throw new Error(`Lighthouse could not judge ${url}: ${reason}`)
      continue
    }
    const { lhr } = result
    for (const category of categories) {
      const value = (lhr.categories[category]?.score ?? 0) * 100
      runs[category] = [...(runs[category] ?? []), value]
      const refs = lhr.categories[category]?.auditRefs ?? []
      const failing = refs.filter(
        ({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1,
      )
      if (value < 100 && run === 0) {
        log('bench', `${url} ${category} ${value}: ${failing.map(({ id }) => id).join(', ')}`)
      }
    }
    for (const metric of Object.keys(metrics)) {
      runs[metric] = [...(runs[metric] ?? []), lhr.audits[metric]?.numericValue ?? Number.NaN]
    }
    run++
  }
  return Object.fromEntries(
    Object.entries(runs).map(([name, values]) => [name, figureOf(values)]),
  ) as Score
}

export function benchPages(): Promise<Section> {
  return withStack(async ({ backends }) => {
    const front = await startCloudflareFront(
      backends.siteUrl,
      await freePort(10_950),
      backends.folder,
    )
    try {
      const weights = {} as Record<Subject, Weight>
      const scores = {} as Record<Subject, Score>
      for (const name of names) {
        log('bench', `the page ${subjects[name]}`)
        const url = `${front.url}${subjects[name]}`
        // The first visit has the pictures cut, which in production happens once a picture.
        await withBrowser((browser) => weigh(browser, url))
        weights[name] = await withBrowser((browser) => weigh(browser, url))
        scores[name] = await score(url)
      }
      return report(weights, scores)
    } finally {
      front.stop()
    }
  })
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1)

function report(weights: Record<Subject, Weight>, scores: Record<Subject, Score>): Section {
  return {
    name: 'pages',
    tables: [
      {
        title: 'Pages at a first visit on a phone, kB',
        head: ['page', 'HTML (gzip)', 'CSS (br)', 'JS (br)', 'fonts', 'pictures', 'requests'],
        rows: names.map((name) => [
          subjects[name],
          ...kinds.map((kind) => kilobytes(weights[name][kind])),
          String(weights[name].requests),
        ]),
      },
      {
        title: `Lighthouse, mobile, median of ${lighthouseRuns}`,
        head: [
          'page',
          'performance',
          'accessibility',
          'best practices',
          'SEO',
          ...Object.values(metrics),
        ],
        rows: names.map((name) => [
          subjects[name],
          ...categories.map((category) => printFigure(scores[name][category], '')),
          printFigure(scores[name]['first-contentful-paint'], 'ms'),
          printFigure(scores[name]['largest-contentful-paint'], 'ms'),
          printFigure(scores[name]['total-blocking-time'], 'ms'),
          scores[name]['cumulative-layout-shift'].median.toFixed(3),
        ]),
      },
    ],
    figures: { weights, scores },
    aims: aims(weights, scores),
  }
}

/** Those that the design names. */
const judged: readonly Subject[] = ['home', 'article', 'category', 'search', 'subscribe']

function aims(weights: Record<Subject, Weight>, scores: Record<Subject, Score>): Aim[] {
  const least = Math.min(
    ...judged.flatMap((name) => categories.map((category) => scores[name][category].median)),
  )
  const shift = Math.max(...names.map((name) => scores[name]['cumulative-layout-shift'].most))
  // Guests load none on most pages: the sign-in form has what signed-in readers load elsewhere.
  const script = Math.max(...names.map((name) => weights[name].script))
  return [
    {
      what: 'Lighthouse on home, article, category, search, subscribe: the lowest of all categories',
      aim: '100',
      measured: String(least),
      reached: least === 100,
    },
    {
      what: 'layout shift, the most of all pages and runs',
      aim: '0',
      measured: shift.toFixed(3),
      reached: shift === 0,
    },
    {
      what: 'JavaScript of any page, the most (brotli)',
      aim: 'at most 90 kB',
      measured: `${kilobytes(script)} kB`,
      reached: script <= 90_000,
    },
    {
      what: 'HTML of an article (gzip)',
      aim: 'at most 20 kB',
      measured: `${kilobytes(weights.article.document)} kB`,
      reached: weights.article.document <= 20_000,
    },
  ]
}
