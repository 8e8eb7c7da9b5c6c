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
import { pageAims } from './aims.ts'
import { withStack } from './bench-stack.ts'
import { startCloudflareFront } from './cloudflare-front.ts'
import { figureOf, type Section } from './figure.ts'
import {
  categories,
  type Kind,
  kinds,
  metrics,
  reportPages,
  type Score,
  type Subject,
  subjectNames,
  subjects,
  type Weight,
} from './page-figures.ts'

/** Bytes by kind, and how many requests there were, of one visit. */
type Visit = Record<Kind | 'requests', number>

const visits = 3
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

async function visit(browser: Browser, url: string): Promise<Visit> {
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

/** The first visit has the pictures cut, which in production happens once a picture. */
async function weigh(url: string): Promise<Weight> {
  const seen: Visit[] = []
  await withBrowser((browser) => visit(browser, url))
  for (let run = 0; run < visits; run++) {
    seen.push(await withBrowser((browser) => visit(browser, url)))
  }
  const ofKinds = kinds.map((kind) => [kind, figureOf(seen.map((each) => each[kind] / 1000))])
  const requests = figureOf(seen.map((each) => each.requests))
  return { ...Object.fromEntries(ofKinds), requests }
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
      for (const name of subjectNames) {
        log('bench', `the page ${subjects[name]}`)
        const url = `${front.url}${subjects[name]}`
        weights[name] = await weigh(url)
        scores[name] = await score(url)
      }
      return { ...reportPages(weights, scores), aims: pageAims(weights, scores) }
    } finally {
      front.stop()
    }
  })
}
