/**
 * Creates keyrings, and rotates them in three steps, so that no version of the Worker needs a key
 * that it doesn't have. Keyrings are read from the environment: other users can see command lines, and
 * shells store them. Only the new keyring is printed to standard output, and nothing if a step has failed.
 *
 *     npm run --silent keys -- new                    a keyring with one new key
 *     npm run --silent keys -- add SEALING_KEYS       adds a new key, which isn't used yet
 *     npm run --silent keys -- promote SEALING_KEYS   seals and signs with the newest key
 *     npm run --silent keys -- drop SEALING_KEYS      removes every other key
 */
import { randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { keyringSchema } from '../../src/contracts/signing/keyring.ts'
import { CommandError, runCommand, UsageError } from '../shared/command-error.ts'
import { operatorEnvironment } from '../shared/operator-environment.ts'

const lastId = 255

type Key = { readonly id: number; readonly secret: string }

/** The key that encrypts and signs, then those that only decrypt and verify. There is always at least one. */
type Keys = readonly [current: Key, ...others: Key[]]

/** The text of a keyring that the Worker accepts, so never an empty one. */
export type KeyringText = string & { readonly keyringText: true }

const isKeyringText = (text: string): text is KeyringText => keyringSchema.safeParse(text).success

/** Throws if a key is malformed. No message contains a secret. */
function formatKeyring(keys: Keys): KeyringText {
  const text = keys.map(({ id, secret }) => `${id}:${secret}`).join(',')
  if (isKeyringText(text)) return text
  throw new CommandError('The new keyring would be invalid, so it wasn’t printed.')
}

const malformed =
  'It must be id:secret pairs, comma-separated, with secrets of at least 32 bytes in base64.'

function parseKeyring(keyring: string): Keys {
  if (!isKeyringText(keyring)) throw new CommandError(`The keyring is malformed. ${malformed}`)
  const [current, ...others] = keyring.split(',').map((entry): Key => {
    const [id = '', secret = ''] = entry.trim().split(':')
    return { id: Number(id), secret }
  })
  return [current!, ...others]
}

const createKey = (id: number): Key => ({ id, secret: randomBytes(32).toString('base64url') })

export const createKeyring = () => formatKeyring([createKey(1)])

/** Adds a new key at the end, where it only decrypts. */
export function addKey(keyring: string): KeyringText {
  const keys = parseKeyring(keyring)
  const taken = keys.map(({ id }) => id)
  const nextId = Math.max(...taken) + 1
  // Numbers start again; the lowest free one hasn't been used for long.
  const free = Array.from({ length: lastId }, (_, index) => index + 1)
  const id = nextId <= lastId ? nextId : free.find((candidate) => !taken.includes(candidate))
  if (id === undefined)
    throw new CommandError(
      'The keyring is full. Remove the old keys with `drop` before you add one.',
    )
  return formatKeyring([...keys, createKey(id)])
}

/** Moves the last key to the front: the first key encrypts and signs, the others only decrypt and verify. */
export function promoteKey(keyring: string): KeyringText {
  const keys = parseKeyring(keyring)
  const [first] = keys
  const last = keys.at(-1)!
  if (keys.length < 2)
    throw new CommandError('The keyring has only one key. Add another with `add` first.')
  // Numbers rise, and start again after the last.
  const isNewer = (last.id - first.id + lastId) % lastId <= lastId / 2
  if (!isNewer) throw new CommandError('No change: the newest key is already first.')
  return formatKeyring([last, ...keys.slice(0, -1)])
}

export function dropKeys(keyring: string): KeyringText {
  const [current] = parseKeyring(keyring)
  return formatKeyring([current])
}

const rotations = new Map([
  ['add', addKey],
  ['promote', promoteKey],
  ['drop', dropKeys],
])

const keepCurrent = 'No keyring was printed. Keep the current one'

/** Every failure message says to keep the current keyring. */
function createNext(create: () => KeyringText): KeyringText {
  try {
    return create()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const next = error instanceof CommandError ? '.' : ', and run the same command again.'
    throw new CommandError(`${reason}\n${keepCurrent}${next}`)
  }
}

function readCurrent(name: string): KeyringText {
  const keyring = operatorEnvironment[name]
  if (!keyring) {
    throw new CommandError(
      `${name} isn’t set, so no keyring was printed. Export the current keyring and run the same command again. ` +
        'Only a new publication needs a new one: npm run --silent keys -- new',
    )
  }
  if (isKeyringText(keyring)) return keyring
  throw new CommandError(
    `The environment variable ${name} isn’t a valid keyring. ${malformed} No keyring was printed.`,
  )
}

/** A full disk or a closed pipe must not look like a printed keyring: the step would be repeated with another key. */
function printKeyring(keyring: KeyringText): void {
  try {
    writeAll(process.stdout.fd, `${keyring}\n`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(
      `The new keyring couldn’t be printed: ${reason}. Keep the current one, and run the same command again.`,
    )
  }
}

function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
}

async function main() {
  const [action = '', name = '', ...others] = process.argv.slice(2)
  const rotate = rotations.get(action)
  if (action === 'new' && !name) return printKeyring(createNext(createKeyring))
  if (!rotate || !name || others.length > 0) {
    throw new UsageError('Usage: npm run --silent keys -- new, or add|promote|drop VARIABLE')
  }
  const current = readCurrent(name)
  printKeyring(createNext(() => rotate(current)))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runCommand(main)
