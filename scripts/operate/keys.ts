/**
 * Creates keyrings, and rotates them in three steps, so that no version of the Worker needs a key
 * that it doesn't have. Keyrings are read from the environment: other users can see command lines, and
 * shells store them. Only the new keyring is printed to standard output.
 *
 *     npm run --silent keys -- new                    a keyring with one new key
 *     npm run --silent keys -- add SEALING_KEYS       adds a new key, which isn't used yet
 *     npm run --silent keys -- promote SEALING_KEYS   seals and signs with the newest key
 *     npm run --silent keys -- drop SEALING_KEYS      removes every other key
 */
import { randomBytes } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { keyringSchema } from '../../src/contracts/keyring.ts'
import { CommandError, runCommand, UsageError } from '../build/command-error.ts'
import { operatorEnvironment } from '../build/operator-environment.ts'

const lastId = 255

const createKey = (id: number) => `${id}:${randomBytes(32).toString('base64url')}`
const parseEntries = (keyring: string) => keyring.split(',').map((entry) => entry.trim())
const parseKeyId = (entry: string) => Number(entry.split(':')[0])

export const createKeyring = () => createKey(1)

/** Adds a new key as the last, which only opens. */
export function addKey(keyring: string): string {
  const entries = parseEntries(keyring)
  const taken = entries.map(parseKeyId)
  const nextId = Math.max(...taken) + 1
  // Numbers start again; the lowest free one hasn't been used for long.
  const free = Array.from({ length: lastId }, (_, index) => index + 1)
  const id = nextId <= lastId ? nextId : free.find((candidate) => !taken.includes(candidate))
  return [...entries, createKey(id!)].join(',')
}

/** Moves the last key to the front: the first key seals and signs, the others only open. */
export function promoteKey(keyring: string): string {
  const entries = parseEntries(keyring)
  if (entries.length < 2) throw new CommandError('The keyring has only one key. Add another first.')
  const [first, last] = [parseKeyId(entries[0]!), parseKeyId(entries.at(-1)!)]
  // Numbers rise, and start again after the last.
  const isNewer = (last - first + lastId) % lastId <= lastId / 2
  if (!isNewer) throw new CommandError('No change: the newest key is already first.')
  return [entries.at(-1), ...entries.slice(0, -1)].join(',')
}

export function dropKeys(keyring: string): string {
  return parseEntries(keyring)[0]!
}

const rotations = new Map([
  ['add', addKey],
  ['promote', promoteKey],
  ['drop', dropKeys],
])

async function main() {
  const [action = '', name = '', ...others] = process.argv.slice(2)
  const rotate = rotations.get(action)
  if (action === 'new' && !name) return console.log(createKeyring())
  if (!rotate || !name || others.length > 0) {
    throw new UsageError('Usage: npm run --silent keys -- new, or add|promote|drop VARIABLE')
  }
  const keyring = operatorEnvironment[name]
  if (!keyring) {
    throw new CommandError(
      `${name} isn’t set. Export the current keyring first, or create one: npm run --silent keys -- new`,
    )
  }
  if (!keyringSchema.safeParse(keyring).success) {
    throw new CommandError(
      `The environment variable ${name} isn’t a valid keyring. It must be id:secret pairs, comma-separated.`,
    )
  }
  console.log(rotate(keyring))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runCommand(main)
