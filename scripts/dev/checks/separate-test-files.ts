/**
 * Vitest runs this before each test file. Files share a process, because starting one for each takes two fifths of
 * the unit tests' CPU time, but each gets modules of its own, as a page or a command would.
 */
import fc from 'fast-check'
import { afterAll, vi } from 'vitest'
import { devEnvironment } from '../dev-environment.ts'

vi.resetModules()
fc.configureGlobal({ seed: Number(devEnvironment.RANDOM_SEED) })

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
