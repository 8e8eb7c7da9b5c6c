import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { keyringSchema } from '../../src/contracts/keyring.ts'
import { extendEnvironment } from '../dev/dev-environment.ts'
import { addKey, createKeyring, dropKeys, promoteKey } from './keys.ts'

const readKeyIds = (keyring: string) => [...keyringSchema.parse(keyring).secrets.keys()]

describe('a keyring', () => {
  it('starts with one random key of 32 bytes', () => {
    const { current, secrets } = keyringSchema.parse(createKeyring())
    expect(secrets.get(current)).toHaveLength(32)
    expect(createKeyring()).not.toBe(createKeyring())
  })

  it('keeps a common key through every step of a rotation', () => {
    const before = createKeyring()
    const added = addKey(before)
    expect(readKeyIds(added)).toEqual([1, 2])
    expect(added.startsWith(before)).toBe(true)
    const promoted = promoteKey(added)
    expect(readKeyIds(promoted)).toEqual([2, 1])
    expect(promoted.split(',').sort()).toEqual(added.split(',').sort())
    expect(readKeyIds(dropKeys(promoted))).toEqual([2])
    expect(promoted.startsWith(dropKeys(promoted))).toBe(true)
  })

  it('starts numbers again after the last, with a free one', () => {
    const keyring = createKeyring().replace('1:', '255:')
    expect(readKeyIds(addKey(keyring))).toEqual([255, 1])
    expect(readKeyIds(addKey(`${keyring},${createKeyring()}`))).toEqual([255, 1, 2])
  })

  it('of one key can’t be promoted, and promoting twice would restore the old key', () => {
    expect(() => promoteKey(createKeyring())).toThrow(/Add another first/)
    for (const keyring of [
      createKeyring(),
      createKeyring().replace('1:', '255:'),
      addKey(createKeyring()),
    ]) {
      const promoted = promoteKey(addKey(keyring))
      expect(() => promoteKey(promoted)).toThrow(/newest key is already first/)
    }
  })
})

describe('the command', () => {
  const runCommand = (args: string[], keyring: string) =>
    spawnSync(process.execPath, ['scripts/operate/keys.ts', ...args], {
      env: extendEnvironment({ KEYRING: keyring }),
      encoding: 'utf8',
    })

  it('reads the keyring from the environment and prints only the new one', () => {
    const keyring = createKeyring()
    const { stdout, stderr, status } = runCommand(['add', 'KEYRING'], keyring)
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
    expect(readKeyIds(stdout.trim())).toEqual([1, 2])
  })

  it('doesn’t repeat a malformed keyring', () => {
    const { stdout, stderr, status } = runCommand(['add', 'KEYRING'], '1:a-secret')
    expect(stdout + stderr).not.toContain('a-secret')
    expect(status).toBe(1)
  })

  it('says what to do without the variable', () => {
    const { stderr, status } = runCommand(['add', 'NOPE'], createKeyring())
    expect(stderr).toBe(
      'NOPE isn’t set. Export the current keyring first, or create one: npm run --silent keys -- new\n',
    )
    expect(status).toBe(1)
  })
})
