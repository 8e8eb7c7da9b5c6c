/**
 * Makes rings of keys for sealing and sessions, and rotates them in three steps, so that no version
 * of the Worker ever meets what it has no key for.
 *
 *     npm run --silent keys -- new                    a ring with one fresh key
 *     npm run --silent keys -- add SEALING_KEYS       adds a fresh key, which makes nothing yet
 *     npm run --silent keys -- promote SEALING_KEYS   the youngest key makes what is new
 *     npm run --silent keys -- drop SEALING_KEYS      takes away every key but the one that makes
 *
 * The ring is read from the environment variable of that name, never from the command line, which
 * shells remember and other users of a machine can see. The new ring goes to standard output alone.
 */
import { randomBytes } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { keyringSchema } from '../../src/contracts/keyring.ts'
import { Refusal, runCommand } from './refusal.ts'

const lastId = 255

const freshKey = (id: number) => `${id}:${randomBytes(32).toString('base64url')}`
const entriesOf = (ring: string) => ring.split(',').map((entry) => entry.trim())
const idOf = (entry: string) => Number(entry.split(':')[0])

/** A ring with one key. */
export const newRing = () => freshKey(1)

/** The ring with a fresh key behind the others: it opens, and makes nothing. */
export function addKey(ring: string): string {
  const entries = entriesOf(ring)
  const taken = entries.map(idOf)
  const following = Math.max(...taken) + 1
  // Numbers begin anew in time; the lowest free one has long made nothing.
  const free = Array.from({ length: lastId }, (_, index) => index + 1)
  const id = following <= lastId ? following : free.find((candidate) => !taken.includes(candidate))
  return [...entries, freshKey(id!)].join(',')
}

/** The last key of the ring comes first: it makes what is new, and the others open what is old. */
export function promoteKey(ring: string): string {
  const entries = entriesOf(ring)
  if (entries.length < 2) throw new Refusal('There is one key only: add another first.')
  const [first, last] = [idOf(entries[0]!), idOf(entries.at(-1)!)]
  // Numbers rise, and begin anew after the last.
  const isYounger = (last - first + lastId) % lastId <= lastId / 2
  if (!isYounger) throw new Refusal('The youngest key comes first already.')
  return [entries.at(-1), ...entries.slice(0, -1)].join(',')
}

/** The ring's first key alone. */
export function dropKeys(ring: string): string {
  return entriesOf(ring)[0]!
}

const rotations = new Map([
  ['add', addKey],
  ['promote', promoteKey],
  ['drop', dropKeys],
])

async function main() {
  const [action = '', name = '', ...others] = process.argv.slice(2)
  const rotate = rotations.get(action)
  if (action === 'new' && !name) return console.log(newRing())
  if (!rotate || !name || others.length > 0) {
    throw new Refusal('npm run --silent keys -- new, or add|promote|drop and a variable’s name')
  }
  const ring = process.env[name] ?? ''
  if (!keyringSchema.safeParse(ring).success) {
    throw new Refusal(`The environment’s ${name} is no ring of keys: id:secret, comma-separated.`)
  }
  console.log(rotate(ring))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runCommand(main)
