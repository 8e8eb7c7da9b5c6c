/**
 * Vitest runs this before each test file. Files share a process, because starting one for each takes two fifths of
 * the unit tests' CPU time, but each gets modules of its own, as a page or a command would.
 */
import { afterAll, vi } from 'vitest'

vi.resetModules()

/** Loading compiled templates replaces it (scripts/build/unstreamed-response.ts). */
const { Response } = globalThis

afterAll(() => {
  globalThis.Response = Response
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
