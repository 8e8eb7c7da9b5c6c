import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { firestoreEmulator, type Machine } from './firestore.ts'

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

const command = () => firestoreEmulator(8080, join(folder, 'data'), machine)
const gcloudJar = 'sdk/platform/cloud-firestore-emulator/cloud-firestore-emulator.jar'

describe('Google’s Firestore emulator', () => {
  it('that is missing is said to be, with the ways to get it', () => {
    put('bin/java')
    expect(command).toThrow(/Firestore emulator was not found.*gcloud components install/s)
  })

  it('without Java asks for Java', () => {
    put(gcloudJar)
    expect(command).toThrow(/Java was not found.*Java runtime/s)
  })

  it('is found in a gcloud installation, else in the cache of firebase-tools, the newest', () => {
    const java = put('bin/java')
    put('.cache/firebase/emulators/cloud-firestore-emulator-v1.19.8.jar')
    const newest = put('.cache/firebase/emulators/cloud-firestore-emulator-v1.20.2.jar')
    expect(command().command).toBe(java)
    expect(command().args).toContain(newest)
    const jar = put(gcloudJar)
    expect(command().args).toContain(jar)
  })

  it('takes up its saved data', () => {
    put('bin/java')
    put(gcloudJar)
    expect(command().args.join(' ')).not.toContain('--import-data')
    const saved = put('data/saved/saved.overall_export_metadata')
    expect(command().args).toContain(`--import-data=${saved}`)
  })
})
