import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestFolder, writeTestFiles } from '../../shared/testing/test-folder.ts'
import type { EmulatorSearch } from './firestore-emulator.ts'
import {
  chooseFirestore,
  configureFirestore,
  deleteCopyOfOtherFirestore,
} from './local-firestore.ts'

let folder: string
let search: EmulatorSearch

beforeEach(() => {
  folder = createTestFolder()
  search = { searchPath: [join(folder, 'bin')], home: folder, sdkRoots: [join(folder, 'sdk')] }
})

function createFile(path: string) {
  writeTestFiles(folder, { [path]: '' })
  return join(folder, path)
}

const gcloudJar = 'sdk/platform/cloud-firestore-emulator/cloud-firestore-emulator.jar'
const chooseFor = (environment = {}) => chooseFirestore(environment, search)
const configure = (environment = {}) =>
  configureFirestore(chooseFor(environment), {
    port: 8080,
    data: join(folder, 'data'),
    projectId: 'demo-choice',
  })

describe('the stack’s Firestore', () => {
  it('is the fake, with a message, if the emulator or Java is missing', () => {
    expect(configure().description).toBe(
      'Firestore: our fake at 127.0.0.1:8080 (Google’s emulator or Java wasn’t found)',
    )
    createFile('bin/java')
    expect(chooseFor().kind).toBe('fake')
    rmSync(join(folder, 'bin'), { recursive: true })
    createFile(gcloudJar)
    expect(chooseFor().kind).toBe('fake')
  })

  it('is Google’s emulator if it’s found', () => {
    createFile('bin/java')
    createFile(gcloudJar)
    expect(configure().description).toBe('Firestore: Google’s emulator at 127.0.0.1:8080')
  })

  it('is the fake if the environment names it', () => {
    createFile('bin/java')
    createFile(gcloudJar)
    const { description, command } = configure({ FIRESTORE: 'fake' })
    expect(description).toContain('fake at 127.0.0.1:8080 (FIRESTORE=fake)')
    expect(command!.args).toContain(join(folder, 'data', 'firestore.sqlite'))
  })

  it('is the running emulator that the environment names', () => {
    createFile('bin/java')
    createFile(gcloudJar)
    const running = configure({ FIRESTORE_EMULATOR_HOST: 'localhost:1', FIRESTORE: 'fake' })
    expect(running).toMatchObject({ host: 'localhost:1', command: null })
    expect(running.description).toContain('localhost:1 (FIRESTORE_EMULATOR_HOST)')
  })

  it('can’t be an unknown value, or an emulator that is missing', () => {
    expect(() => chooseFor({ FIRESTORE: 'mongo' })).toThrow(/"mongo".*fake or emulator/)
    expect(() => chooseFor({ FIRESTORE: 'emulator' })).toThrow(/gcloud components install/)
  })
})

describe('Google’s emulator', () => {
  it('is found in a gcloud installation, otherwise as the newest in firebase-tools’ cache', () => {
    const java = createFile('bin/java')
    createFile('.cache/firebase/emulators/cloud-firestore-emulator-v1.19.8.jar')
    const newest = createFile('.cache/firebase/emulators/cloud-firestore-emulator-v1.20.2.jar')
    expect(configure().command!.command).toBe(java)
    expect(configure().command!.args).toContain(newest)
    const jar = createFile(gcloudJar)
    expect(configure().command!.args).toContain(jar)
  })

  it('loads its saved data', () => {
    createFile('bin/java')
    createFile(gcloudJar)
    expect(configure().command!.args.join(' ')).not.toContain('--import-data')
    const exportFile = createFile('data/firestore/saved/saved.overall_export_metadata')
    expect(configure().command!.args).toContain(`--import-data=${exportFile}`)
  })
})

describe('the build’s content copy', () => {
  const fakeChoice = { kind: 'fake', reason: 'of a test' } as const

  it('is kept with the same database', () => {
    deleteCopyOfOtherFirestore(fakeChoice, folder)
    const contentCopy = createFile('build/content-copy.json')
    deleteCopyOfOtherFirestore({ ...fakeChoice, reason: 'of something else' }, folder)
    expect(existsSync(contentCopy)).toBe(true)
  })

  it('is dropped with another database, or an unknown database', () => {
    const contentCopy = createFile('build/content-copy.json')
    deleteCopyOfOtherFirestore(fakeChoice, folder)
    expect(existsSync(contentCopy)).toBe(false)
    createFile('build/content-copy.json')
    deleteCopyOfOtherFirestore({ kind: 'running', host: 'localhost:1' }, folder)
    expect(existsSync(contentCopy)).toBe(false)
    createFile('build/content-copy.json')
    deleteCopyOfOtherFirestore({ kind: 'running', host: 'localhost:2' }, folder)
    expect(existsSync(contentCopy)).toBe(false)
  })
})
