import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chooseFirestore, localFirestore, trustMirrorOf } from './firestore.ts'
import type { Machine } from './firestore-emulator.ts'

let folder: string
let machine: Machine

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'firestore-'))
  machine = { searchPath: [join(folder, 'bin')], home: folder, sdkRoots: [join(folder, 'sdk')] }
})
afterEach(() => rmSync(folder, { recursive: true }))

function put(path: string) {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), '')
  return join(folder, path)
}

const gcloudJar = 'sdk/platform/cloud-firestore-emulator/cloud-firestore-emulator.jar'
const choose = (environment = {}) => chooseFirestore(environment, machine)
const start = (environment = {}) =>
  localFirestore(choose(environment), {
    port: 8080,
    data: join(folder, 'data'),
    projectId: 'demo-choice',
  })

describe('the choice of a Firestore', () => {
  it('is the stand-in where the emulator or Java is missing, and says so', () => {
    expect(start().description).toBe(
      'Firestore: the built-in stand-in at 127.0.0.1:8080 (Google’s emulator or Java was not found)',
    )
    put('bin/java')
    expect(choose().kind).toBe('stand-in')
    rmSync(join(folder, 'bin'), { recursive: true })
    put(gcloudJar)
    expect(choose().kind).toBe('stand-in')
  })

  it('is Google’s emulator where it is found', () => {
    put('bin/java')
    put(gcloudJar)
    expect(start().description).toBe('Firestore: Google’s emulator at 127.0.0.1:8080')
  })

  it('is the stand-in where the environment says so', () => {
    put('bin/java')
    put(gcloudJar)
    const { description, command } = start({ FIRESTORE: 'stand-in' })
    expect(description).toContain('stand-in at 127.0.0.1:8080 (FIRESTORE=stand-in)')
    expect(command!.args).toContain(join(folder, 'data', 'firestore.sqlite'))
  })

  it('is one that runs already where the environment names it, and that is not started', () => {
    put('bin/java')
    put(gcloudJar)
    const running = start({ FIRESTORE_EMULATOR_HOST: 'localhost:1', FIRESTORE: 'stand-in' })
    expect(running).toMatchObject({ host: 'localhost:1', command: null })
    expect(running.description).toContain('localhost:1 (FIRESTORE_EMULATOR_HOST)')
  })

  it('refuses what it does not know, and an emulator that is not there', () => {
    expect(() => choose({ FIRESTORE: 'mongo' })).toThrow(/"mongo".*stand-in or emulator/)
    expect(() => choose({ FIRESTORE: 'emulator' })).toThrow(/gcloud components install/)
  })
})

describe('Google’s emulator', () => {
  it('is found in a gcloud installation, else in the cache of firebase-tools, the newest', () => {
    const java = put('bin/java')
    put('.cache/firebase/emulators/cloud-firestore-emulator-v1.19.8.jar')
    const newest = put('.cache/firebase/emulators/cloud-firestore-emulator-v1.20.2.jar')
    expect(start().command!.command).toBe(java)
    expect(start().command!.args).toContain(newest)
    const jar = put(gcloudJar)
    expect(start().command!.args).toContain(jar)
  })

  it('takes up its saved data', () => {
    put('bin/java')
    put(gcloudJar)
    expect(start().command!.args.join(' ')).not.toContain('--import-data')
    const saved = put('data/firestore/saved/saved.overall_export_metadata')
    expect(start().command!.args).toContain(`--import-data=${saved}`)
  })
})

describe('the build’s mirror', () => {
  const standIn = { kind: 'stand-in', because: 'of a test' } as const

  it('is kept as long as the database is the same', () => {
    trustMirrorOf(standIn, folder)
    const mirror = put('build/mirror.json')
    trustMirrorOf({ ...standIn, because: 'of something else' }, folder)
    expect(existsSync(mirror)).toBe(true)
  })

  it('is dropped where it is another one, or nobody knows which it was', () => {
    const mirror = put('build/mirror.json')
    trustMirrorOf(standIn, folder)
    expect(existsSync(mirror)).toBe(false)
    put('build/mirror.json')
    trustMirrorOf({ kind: 'running', host: 'localhost:1' }, folder)
    expect(existsSync(mirror)).toBe(false)
    put('build/mirror.json')
    trustMirrorOf({ kind: 'running', host: 'localhost:2' }, folder)
    expect(existsSync(mirror)).toBe(false)
  })
})
