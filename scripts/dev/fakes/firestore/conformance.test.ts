/**
 * Tests all of the product's requests with the fake and with Google's emulator, which is the reference. A case accepts
 * both where the emulator differs from production or the fake, and says why.
 */
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, vi } from 'vitest'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { devEnvironment } from '../../dev-environment.ts'
import {
  buildEmulatorCommand,
  findEmulator,
  readEmulatorSearch,
} from '../../stack/firestore-emulator.ts'
import { freePort } from '../../stack/ports.ts'
import { defineCommitCases } from './conformance/commit-cases.ts'
import { defineErrorCases } from './conformance/error-cases.ts'
import { openDatabase } from './conformance/open-database.ts'
import { defineQueryCases } from './conformance/query-cases.ts'
import { defineValueCases } from './conformance/value-cases.ts'
import { startFakeFirestore } from './fake-firestore.ts'

type RunningServer = { readonly host: string; stop(): Promise<void> }

const folder = createTestFolder()

/** The emulator runs in the runner's process group, so that Ctrl-C ends it too. */
async function startEmulator(): Promise<RunningServer> {
  const port = await freePort(9881)
  const host = `127.0.0.1:${port}`
  const { command, args } = buildEmulatorCommand(emulator!, port, join(folder, 'emulator'))
  const child = execa(command, args, { stdio: 'ignore', reject: false })
  await vi.waitFor(async () => fetch(`http://${host}/`), { timeout: 90_000, interval: 100 })
  return {
    host,
    async stop() {
      child.kill('SIGKILL')
      await child
    },
  }
}

const givenHost = devEnvironment.FIRESTORE_EMULATOR_HOST
const emulator = findEmulator(readEmulatorSearch())
const servers = [
  {
    name: 'the fake',
    start: () => startFakeFirestore({ port: 0, file: join(folder, 'firestore.sqlite') }),
    isFound: true,
  },
  {
    name: 'Google’s emulator',
    start: givenHost ? async () => ({ host: givenHost, stop: async () => {} }) : startEmulator,
    isFound: Boolean(givenHost || emulator),
  },
]
if (!servers[1]!.isFound)
  console.log('conformance: Google’s Firestore emulator wasn’t found; only the fake is checked')

for (const { name, start, isFound } of servers) {
  describe.skipIf(!isFound)(name, () => {
    let running: RunningServer
    const openTestDatabase = () => openDatabase(running.host)
    beforeAll(async () => {
      running = await start()
    })
    afterAll(() => running?.stop())

    defineValueCases(openTestDatabase)
    defineCommitCases(openTestDatabase)
    defineQueryCases(openTestDatabase)
    defineErrorCases(openTestDatabase)
  })
}
