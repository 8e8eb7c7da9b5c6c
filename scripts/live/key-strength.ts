/** What the doctor makes of the rings of keys. Says which ring is weak and why, never a byte of it. */
import { keyringSchema } from '../../src/contracts/keyring.ts'
import type { Environment } from './environment.ts'
import { type Finding, notAsked, ok, problem, warning } from './finding.ts'

const rings = ['SEALING_KEYS', 'SESSION_KEYS', 'DESK_KEYS'] as const
type Ring = (typeof rings)[number]

const freshRing = 'Make a fresh ring: npm run --silent keys -- new'

/** Why these bytes cannot be random, or null. 32 random ones fail each test less than once in 10¹⁰. */
export function weaknessOf(secret: Uint8Array): string | null {
  const distinct = new Set(secret).size
  if (distinct < 16) return 'repeats a few bytes'
  const steps = new Set(
    [...secret].map((byte, index) => ((secret[index + 1] ?? byte) - byte) & 255),
  )
  if (steps.size < 8) return 'counts up or down'
  if (secret.every((byte) => byte >= 32 && byte < 127)) return 'is text and no random bytes'
  const half = secret.length >> 1
  if (Buffer.compare(secret.subarray(0, half), secret.subarray(half, 2 * half)) === 0) {
    return 'is one half twice'
  }
  return null
}

const encoded = (secret: Uint8Array) => Buffer.from(secret).toString('base64')

/** The secrets of a ring; none where it is malformed, which the build's variables say. */
function secretsOf(ring: string | undefined): Uint8Array[] {
  const parsed = keyringSchema.safeParse(ring)
  return parsed.success ? [...parsed.data.secrets.values()] : []
}

function checkRing(name: Ring, text: string, localSecrets: ReadonlySet<string>): Finding {
  const parsed = keyringSchema.safeParse(text)
  if (!parsed.success) return problem(name, 'is malformed', freshRing)
  const ids = [...parsed.data.secrets.keys()].join(', ')
  for (const [id, secret] of parsed.data.secrets) {
    if (localSecrets.has(encoded(secret))) {
      return problem(name, `key ${id} is that of a local stack`, freshRing)
    }
    const weakness = weaknessOf(secret)
    if (weakness) return problem(name, `key ${id} ${weakness}`, freshRing)
  }
  if (parsed.data.secrets.size > 2) {
    const remedy = 'Drop those with which nothing is made any more: npm run --silent keys -- drop'
    return warning(name, `holds ${parsed.data.secrets.size} keys (${ids})`, remedy)
  }
  return ok(name, `well-formed and random, current key ${parsed.data.current} of ${ids}`)
}

/** `localRings` are those of the stacks that have run on this machine. */
export function checkKeyrings(environment: Environment, localRings: readonly string[]): Finding[] {
  const localSecrets = new Set(localRings.flatMap((ring) => secretsOf(ring).map(encoded)))
  const findings = rings.flatMap((name): Finding[] => {
    const text = environment[name]
    if (text) return [checkRing(name, text, localSecrets)]
    // That the build lacks its ring, its own variables say.
    if (name === 'SEALING_KEYS') return []
    return [notAsked(name, 'the Worker’s alone; set it here as well to have it looked at')]
  })
  return [...findings, ...sharedKeys(environment)]
}

/** One problem for each two rings that share a key. */
function sharedKeys(environment: Environment): Finding[] {
  const pairs = rings.flatMap((one, place) =>
    rings.slice(place + 1).map((other) => [one, other] as const),
  )
  return pairs.flatMap(([one, other]) => {
    const taken = new Set(secretsOf(environment[one]).map(encoded))
    const isShared = secretsOf(environment[other]).some((secret) => taken.has(encoded(secret)))
    const says = 'have a key in common, so that a leak of one is a leak of both'
    const names = `${one} and ${other}`
    return isShared ? [problem(names, says, `${freshRing}, once for each.`)] : []
  })
}
