/** The rules that every service's steps follow, tested against its fake. */
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { type Mode, type Report, runSteps } from '../run/run-steps.ts'
import type { Program, ProgramResult, SetupContext, Step } from '../run/step.ts'
import type { WriteLog } from './fake-service.ts'
import {
  createTestContext,
  createTestTerminal,
  readStoredFiles,
  type TestContextOptions,
} from './test-context.ts'

export type StepSite = {
  readonly log: WriteLog
  readonly run: (
    mode?: Mode,
    answers?: Readonly<Record<string, readonly string[]>>,
    chosen?: readonly Step[],
  ) => Promise<Report & { readonly output: string }>
  readonly readFiles: () => string
  readonly openContext: () => SetupContext
  readonly setSecret: (name: string, value: string) => void
}

export type StepSiteOptions = Pick<TestContextOptions, 'environment' | 'variables'> & {
  readonly run?: (program: Program, folder: string) => Promise<ProgramResult>
  readonly steps: readonly Step[]
  readonly log: WriteLog
  /** Settings that earlier steps have stored. */
  readonly settings?: Readonly<Record<string, string>>
  readonly secrets?: Readonly<Record<string, string>>
  readonly answers?: Readonly<Record<string, readonly string[]>>
}

/** Creates a site with a separate folder, on which only these steps run. */
export function createStepSite({
  steps,
  log,
  settings = {},
  secrets = {},
  answers = {},
  run: runProgram,
  ...options
}: StepSiteOptions): StepSite {
  const folder = createTestFolder()
  const openContext = (isReadOnly = false) =>
    createTestContext({
      ...options,
      folder,
      isReadOnly,
      ...(runProgram ? { run: (program) => runProgram(program, folder) } : {}),
    })
  const context = openContext()
  for (const [name, value] of Object.entries({ SITE_URL: 'https://verandah.news', ...settings }))
    context.settings.set(name, value)
  for (const [name, value] of Object.entries(secrets)) context.secrets.set(name, value)
  return {
    log,
    async run(mode = 'apply', given = answers, chosen = steps) {
      const terminal = createTestTerminal(given)
      const report = await runSteps(chosen, openContext(mode !== 'apply'), {
        mode,
        terminal,
        confirm: async () => true,
      })
      return { ...report, output: terminal.output() }
    },
    readFiles: () => readStoredFiles(folder),
    openContext: () => openContext(true),
    setSecret: (name, value) => openContext().secrets.set(name, value),
  }
}

const listOutcomes = ({ outcomes }: Report) => Object.fromEntries(outcomes)

/** `describeService` returns the service's whole state, without random ids. */
export function describeStepRules<Site extends StepSite>(
  service: string,
  steps: readonly Step[],
  createSite: () => Promise<Site>,
  describeService: (site: Site) => unknown,
  /** Whether a write whose response was lost is repeated. */
  { repeats = false } = {},
) {
  const allDone = Object.fromEntries(steps.map(({ name }) => [name, 'done']))
  describe(`the setup of ${service}`, () => {
    let complete: Site
    beforeAll(async () => {
      complete = await createSite()
      expect(listOutcomes(await complete.run())).toEqual(allDone)
    })

    it('can be repeated without changing anything, and verified without questions', async () => {
      const { length } = complete.log.writes
      const files = complete.readFiles()
      expect(listOutcomes(await complete.run())).toEqual(allDone)
      expect(listOutcomes(await complete.run('verify', {}))).toEqual(allDone)
      expect(complete.log.writes).toHaveLength(length)
      expect(complete.readFiles()).toBe(files)
    })

    it.each([
      ['setup is killed', 'kill'],
      ['the response is lost', 'lose-answer'],
    ] as const)('ends in the same state if %s at any write', async (_, kind) => {
      const { length } = complete.log.writes
      for (let write = 1; write <= length; write++) {
        const site = await createSite()
        site.log.fault = { kind, write }
        await site.run()
        site.log.fault = null
        site.log.isKilled = false
        expect(listOutcomes(await site.run())).toEqual(allDone)
        expect(describeService(site)).toEqual(describeService(complete))
        if (!repeats) expect(site.log.writes).toHaveLength(length)
      }
    })

    it('changes nothing for a plan', async () => {
      const site = await createSite()
      const files = site.readFiles()
      await site.run('plan', {})
      expect(site.log.writes).toEqual([])
      expect(site.readFiles()).toBe(files)
    })

    it('prints and stores no secret', async () => {
      const site = await createSite()
      const { output } = await site.run()
      const { secrets } = site.openContext()
      for (const name of secrets.names()) {
        expect(output).not.toContain(secrets.get(name))
        expect(site.readFiles()).not.toContain(secrets.get(name))
      }
    })
  })
}
