/** Measures the desk: typing in long stories, and an editor's tasks, beside the same tasks in Ghost's admin. */
import { chromium } from '@playwright/test'
import { setOwnStack } from '../../shared/running-stack.ts'
import { getLaunchOptions } from '../browsers/find-chromium.ts'
import { withStack } from './bench-stack.ts'
import type { Section } from './figure.ts'
import { checkTypingTargets, createTypingTable, measureTyping } from './typing-benchmark.ts'

export const benchmarkDesk = (): Promise<Section> =>
  withStack(async ({ backends }) => {
    setOwnStack(backends.folder)
    const browser = await chromium.launch(await getLaunchOptions())
    try {
      const typing = await measureTyping(browser, backends.siteUrl)
      return { tables: [createTypingTable(typing)], targets: checkTypingTargets(typing) }
    } finally {
      await browser.close()
    }
  }, 'desk')
