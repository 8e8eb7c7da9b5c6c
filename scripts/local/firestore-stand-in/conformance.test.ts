/**
 * One suite for the stand-in and for Google's emulator, over the wire: what both answer is what the
 * product may rely on. The emulator is the reference. Where it differs from production or from the
 * stand-in, a case takes both answers and says why.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { emulatorCommand, findEmulator, thisMachine } from '../firestore-emulator.ts'
import { freePort } from '../ports.ts'
import { arbitraryValue } from './conformance/arbitrary-value.ts'
import { commitCases } from './conformance/commit-cases.ts'
import { compareValues } from './conformance/compare-values.ts'
import { errorCases } from './conformance/error-cases.ts'
import { pageCases } from './conformance/page-cases.ts'
import { queryCases } from './conformance/query-cases.ts'
import { transformCases } from './conformance/transform-cases.ts'
import { valueCases } from './conformance/value-cases.ts'
import { by, from, openDatabase } from './conformance/wire-client.ts'
import { startFirestoreStandIn } from './server.ts'

type Running = { readonly host: string; stop(): Promise<void> }

const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** In the runner's own group of processes: Ctrl-C ends it with the tests. */
async function startEmulator(): Promise<Running> {
  const port = await freePort(9881)
  const host = `127.0.0.1:${port}`
  const { command, args } = emulatorCommand(emulator!, port, join(folder, 'emulator'))
  const child = spawn(command, args, { stdio: 'ignore' })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const ended = once(child, 'exit')
  await vi.waitFor(async () => fetch(`http://${host}/`), { timeout: 90_000, interval: 100 })
  return {
    host,
    async stop() {
      process.off('exit', end)
      end()
      await ended
    },
  }
}

const given = process.env.FIRESTORE_EMULATOR_HOST
const emulator = findEmulator(thisMachine())
const servers = [
  {
    name: 'the stand-in',
    start: () => startFirestoreStandIn({ port: 0, file: join(folder, 'firestore.sqlite') }),
    isFound: true,
  },
  {
    name: 'Google’s emulator',
    start: given ? async () => ({ host: given, stop: async () => {} }) : startEmulator,
    isFound: Boolean(given || emulator),
  },
]
if (!servers[1]!.isFound)
  console.log(
    'conformance: Google’s Firestore emulator was not found; only the stand-in is checked',
  )

for (const { name, start, isFound } of servers) {
  describe.skipIf(!isFound)(name, () => {
    let running: Running
    const open = () => openDatabase(running.host)
    beforeAll(async () => {
      running = await start()
    }, 100_000)
    afterAll(() => running?.stop())

    valueCases(open)
    commitCases(open)
    transformCases(open)
    queryCases(open)
    pageCases(open)
    errorCases(open)

    it('sorts random values as a plain comparison does', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(arbitraryValue, { minLength: 2, maxLength: 40 }),
          async (values) => {
            const database = open()
            const named = values.map((v, index) => ({
              id: `d${String(index).padStart(2, '0')}`,
              v,
            }))
            await database.store('r', Object.fromEntries(named.map(({ id, v }) => [id, v])))
            // Equal values stay in the order of their ids, which is that of the list.
            const expected = named.toSorted((one, other) => compareValues(one.v, other.v))
            const ids = await database.ids({ from: from('r'), orderBy: [by('v')] })
            expect(ids).toBe(expected.map(({ id }) => id).join(' '))
          },
        ),
        { numRuns: 25 },
      )
    })
  })
}
