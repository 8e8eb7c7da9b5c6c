/** Measures a first visit to Ghost's pages with the same stories, through the same fake Cloudflare as ours. */

import { logLine } from '../service-process.ts'
import { freePort } from '../stack/ports.ts'
import { startFakeCloudflare } from './fake-cloudflare.ts'
import {
  compareFigures,
  createComparisonTable,
  type Figure,
  summarise,
  type Table,
} from './figure.ts'
import { startGhost } from './ghost.ts'
import { kinds, type Score, type Scores, type Weight, type Weights } from './targets.ts'

type Measurers = {
  readonly measureWeight: (url: string) => Promise<Weight>
  readonly measureScore: (url: string) => Promise<Score>
}

/** Returns no sections if Ghost isn't installed. `folder` is for the certificate. */
export async function comparePagesWithGhost(
  own: { readonly weights: Weights; readonly scores: Scores },
  { measureWeight, measureScore }: Measurers,
  folder: string,
): Promise<Table[]> {
  const ghost = await startGhost()
  if (!ghost) return []
  let fakeCloudflare: Awaited<ReturnType<typeof startFakeCloudflare>> | undefined
  try {
    // Ghost redirects requests whose protocol differs from its address.
    fakeCloudflare = await startFakeCloudflare(ghost.url, await freePort(10_950), folder)
    const rows = []
    for (const [name, path] of [
      ['home', '/'],
      ['article', ghost.articlePath],
    ] as const) {
      logLine('bench', `Ghost’s page ${path}`)
      const weight = await measureWeight(`${fakeCloudflare.url}${path}`)
      const score = await measureScore(`${fakeCloudflare.url}${path}`)
      const page = name === 'home' ? 'front page' : 'article'
      const [ownWeight, ownScore] = [own.weights[name], own.scores[name]]
      rows.push(
        compareFigures(`${page}, kB`, sumKinds(ownWeight), sumKinds(weight), 'kB'),
        compareFigures(`${page}, requests`, ownWeight.requests, weight.requests, ''),
        compareFigures(
          `${page}, Lighthouse performance`,
          ownScore.performance,
          score.performance,
          '',
        ),
        compareFigures(
          `${page}, largest contentful paint`,
          ownScore['largest-contentful-paint'],
          score['largest-contentful-paint'],
          'ms',
        ),
      )
    }
    return [createComparisonTable(`${ghost.name}, without its scripts from jsDelivr`, rows)]
  } finally {
    fakeCloudflare?.stop()
    await ghost.stop()
  }
}

const sumKinds = (weight: Weight): Figure | null =>
  summarise([kinds.reduce((sum, kind) => sum + (weight[kind]?.median ?? 0), 0)])
