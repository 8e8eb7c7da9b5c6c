/** Measures the desk: typing in long stories, and an editor's tasks, beside the same tasks in Ghost's admin. */
import { chromium } from '@playwright/test'
import { setOwnStack } from '../../shared/running-stack.ts'
import { getLaunchOptions } from '../browsers/find-chromium.ts'
import { withStack } from './bench-stack.ts'
import type { BenchOptions } from './corpus.ts'
import { checkTaskTargets, createTaskTable } from './desk-task-table.ts'
import type { Section } from './figure.ts'
import { measureGhostTasks, measureOwnTasks } from './task-benchmark.ts'
import { checkTypingTargets, createTypingTable, measureTyping } from './typing-benchmark.ts'

export const benchmarkDesk = ({ repeat }: Pick<BenchOptions, 'repeat'>): Promise<Section> =>
  withStack(async ({ backends }) => {
    setOwnStack(backends.folder)
    const browser = await chromium.launch(await getLaunchOptions())
    try {
      const { siteUrl, folder } = backends
      const typing = await measureTyping(browser, siteUrl)
      const own = await measureOwnTasks(browser, siteUrl, folder, repeat)
      const other = await measureGhostTasks(browser, folder, repeat)
      return {
        tables: [createTypingTable(typing), createTaskTable(own, other)],
        targets: [...checkTypingTargets(typing), ...checkTaskTargets(own)],
      }
    } finally {
      await browser.close()
    }
  }, 'desk')
