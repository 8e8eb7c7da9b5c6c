import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { keyringSchema } from '../../src/contracts/signing/keyring.ts'
import { extendEnvironment } from '../dev/dev-environment.ts'
import { addKey, createKeyring, dropKeys, promoteKey } from './keys.ts'

const withId = (keyring: string, id: number) => keyring.replace(/^1:/, `${id}:`)

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

  it('restarts numbering after the last number, with a free number', () => {
    const keyring = withId(createKeyring(), 255)
    expect(readKeyIds(addKey(keyring))).toEqual([255, 1])
    expect(readKeyIds(addKey(`${keyring},${createKeyring()}`))).toEqual([255, 1, 2])
  })

  it('contains at most as many keys as there are numbers', () => {
    const one = createKeyring()
    const full = Array.from({ length: 255 }, (_, index) => withId(one, index + 1)).join(',')
    expect(() => addKey(full)).toThrow(/Remove the old keys/)
  })

  it('can’t be promoted with a single key, or twice in a row', () => {
    expect(() => promoteKey(createKeyring())).toThrow(/Add another with `add` first/)
    for (const keyring of [
      createKeyring(),
      withId(createKeyring(), 255),
      addKey(createKeyring()),
    ]) {
      const promoted = promoteKey(addKey(keyring))
      expect(() => promoteKey(promoted)).toThrow(/newest key is already first/)
    }
  })
})

/** Replaces Node's source of random bytes in the process. */
const replaceRandomBytes = (replacement: string) => {
  const source = `
    import crypto from 'node:crypto'
    import { syncBuiltinESMExports } from 'node:module'
    crypto.randomBytes = ${replacement}
    syncBuiltinESMExports()`
  return ['--import', `data:text/javascript,${encodeURIComponent(source)}`]
}

describe('the keys command', () => {
  const runCommand = (args: string[], keyring: string, nodeOptions: string[] = []) =>
    spawnSync(process.execPath, [...nodeOptions, 'scripts/operate/keys.ts', ...args], {
      env: extendEnvironment({ KEYRING: keyring }),
      encoding: 'utf8',
    })

  it('reads the keyring from the environment and prints only the new keyring', () => {
    const keyring = createKeyring()
    const { stdout, stderr, status } = runCommand(['add', 'KEYRING'], keyring)
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
    expect(readKeyIds(stdout.trim())).toEqual([1, 2])
  })

  it('doesn’t repeat a malformed keyring', () => {
    const { stdout, stderr, status } = runCommand(['add', 'KEYRING'], '1:a-secret')
    expect(stderr).not.toContain('a-secret')
    expect({ stdout, status }).toEqual({ stdout: '', status: 1 })
  })

  const failures = [
    ['its random bytes fail', "() => { throw new Error('No random bytes.') }"],
    ['its random bytes are missing', '() => Buffer.alloc(0)'],
  ] as const
  it.each(
    failures.flatMap(([why, bytes]) => [
      [['new'], why, bytes] as const,
      [['add', 'KEYRING'], why, bytes] as const,
    ]),
  )('prints nothing to paste with %j if %s', (args, _, bytes) => {
    const keyring = createKeyring()
    const { stdout, stderr, status } = runCommand([...args], keyring, replaceRandomBytes(bytes))
    expect({ stdout, status }).toEqual({ stdout: '', status: 1 })
    expect(stderr).toContain('No keyring was printed. Keep the current one')
    expect(stderr).not.toContain(keyring.slice(2))
  })

  it.each([[['new']], [['add', 'KEYRING']]])(
    'fails with %j if the new keyring can’t be written',
    (args) => {
      const full = openSync('/dev/full', 'w')
      const { stderr, status } = spawnSync(process.execPath, ['scripts/operate/keys.ts', ...args], {
        env: extendEnvironment({ KEYRING: createKeyring() }),
        encoding: 'utf8',
        stdio: ['ignore', full, 'pipe'],
      })
      closeSync(full)
      expect(status).toBe(1)
      expect(stderr).toContain('couldn’t be printed')
      expect(stderr).not.toMatch(/1:\S{40}/)
    },
  )

  it.each([['promote'], ['drop']])('prints nothing with %s and without a keyring', (action) => {
    const { stdout, stderr, status } = runCommand([action, 'KEYRING'], '')
    expect({ stdout, status }).toEqual({ stdout: '', status: 1 })
    expect(stderr).toContain('Export the current keyring')
  })
})
