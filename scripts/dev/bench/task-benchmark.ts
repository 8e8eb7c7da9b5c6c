/** Measures an editor's tasks in our desk and in Ghost's admin, through the same fake Cloudflare. */
import { type Browser, type BrowserContext, errors } from '@playwright/test'
import { logLine } from '../service-process.ts'
import { freePort } from '../stack/ports.ts'
import { type Desk, measureOpening, openThrottledPage, timeLimit } from './desk-task.ts'
import { type DeskFigures, type TaskFigures, taskLabels, taskNames } from './desk-task-table.ts'
import { createOwnDesk } from './desk-tasks.ts'
import { startFakeCloudflare } from './fake-cloudflare.ts'
import { summariseEach } from './figure.ts'
import { startGhost } from './ghost.ts'
import { createGhostDesk } from './ghost-desk-tasks.ts'

/** Opens a context with an empty cache in which an editor has signed in. */
async function withEditor<Answer>(
  browser: Browser,
  desk: Desk,
  use: (context: BrowserContext) => Promise<Answer>,
): Promise<Answer> {
  const context = await browser.newContext({
    baseURL: desk.url,
    ignoreHTTPSErrors: true,
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
  })
  context.setDefaultTimeout(timeLimit)
  try {
    await desk.signIn(context)
    return await use(context)
  } finally {
    await context.close()
  }
}

/** A page on the simulated network sometimes waits for a file without end. So many runs of a task are repeated. */
const maxFailedRuns = 2

async function collectRuns<Run>(what: string, count: number, measure: () => Promise<Run>) {
  logLine('bench', what)
  const runs: Run[] = []
  let failed = 0
  while (runs.length < count) {
    try {
      runs.push(await measure())
    } catch (error) {
      if (!(error instanceof errors.TimeoutError) || ++failed > maxFailedRuns) throw error
      logLine('bench', `repeated, because it didn’t end: ${what}`)
    }
  }
  return runs
}

async function measureDesk(browser: Browser, desk: Desk, repeat: number): Promise<DeskFigures> {
  const [, ...openings] = await collectRuns('opening a draft', repeat + 1, () =>
    withEditor(browser, desk, (context) => measureOpening(context, desk)),
  )
  const tasks = {} as Record<keyof TaskFigures, TaskFigures[keyof TaskFigures]>
  for (const name of taskNames) {
    const runs = await collectRuns(taskLabels[name], repeat, () =>
      withEditor(browser, desk, async (context) =>
        desk.tasks[name]((await openThrottledPage(context)).page),
      ),
    )
    const kept = runs.filter((run) => run !== null)
    tasks[name] = kept.length < runs.length ? null : summariseEach(kept)
  }
  // The first opening isn't counted, because the server compresses its files.
  return { tasks, opening: summariseEach(openings) }
}

async function measureThroughCloudflare(
  browser: Browser,
  origin: string,
  folder: string,
  repeat: number,
  createDesk: (url: string) => Desk,
): Promise<DeskFigures> {
  const fakeCloudflare = await startFakeCloudflare(origin, await freePort(10_950), folder)
  try {
    return await measureDesk(browser, createDesk(fakeCloudflare.url), repeat)
  } finally {
    fakeCloudflare.stop()
  }
}

export const measureOwnTasks = (
  browser: Browser,
  siteUrl: string,
  folder: string,
  repeat: number,
) => measureThroughCloudflare(browser, siteUrl, folder, repeat, createOwnDesk)

/** Returns null if Ghost isn't installed. */
export async function measureGhostTasks(browser: Browser, folder: string, repeat: number) {
  const ghost = await startGhost()
  if (!ghost) return null
  try {
    const { name, url } = ghost
    logLine('bench', name)
    const figures = await measureThroughCloudflare(browser, url, folder, repeat, (proxyUrl) =>
      createGhostDesk(proxyUrl, ghost),
    )
    return { name, ...figures }
  } finally {
    await ghost.stop()
  }
}
