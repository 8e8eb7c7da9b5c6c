/** Checks the keyrings. Findings name a weak keyring and the reason, never a byte of a key. */
import { keyringSchema } from '../../../src/contracts/signing/keyring.ts'
import type { Environment } from '../../shared/operator-environment.ts'
import { type Finding, forCheck } from '../setup/run/finding.ts'

const keyringNames = ['SEALING_KEYS', 'SESSION_KEYS', 'DESK_KEYS'] as const
type KeyringName = (typeof keyringNames)[number]

const newKeyringRemedy = 'Create a new keyring: npm run --silent keys -- new'

/** Returns null if the bytes may be random. 32 random bytes fail each test less than once in 10¹⁰. */
export function findWeakness(secret: Uint8Array): string | null {
  const distinct = new Set(secret).size
  if (distinct < 16) return 'repeats a few bytes'
  const steps = new Set(
    [...secret].map((byte, index) => ((secret[index + 1] ?? byte) - byte) & 255),
  )
  if (steps.size < 8) return 'counts up or down'
  if (secret.every((byte) => byte >= 32 && byte < 127)) return 'is text, not random bytes'
  const half = secret.length >> 1
  if (Buffer.compare(secret.subarray(0, half), secret.subarray(half, 2 * half)) === 0) {
    return 'repeats its first half'
  }
  return null
}

const encode = (secret: Uint8Array) => Buffer.from(secret).toString('base64')

/** Returns a keyring's secrets; none if it's malformed, which the check of the build's variables reports. */
function parseSecrets(keyring: string | undefined): Uint8Array[] {
  const parsed = keyringSchema.safeParse(keyring)
  return parsed.success ? [...parsed.data.secrets.values()] : []
}

function checkKeyring(name: KeyringName, text: string, localSecrets: ReadonlySet<string>): Finding {
  const parsed = keyringSchema.safeParse(text)
  if (!parsed.success) return forCheck(name).problem('is invalid', newKeyringRemedy)
  const ids = [...parsed.data.secrets.keys()].join(', ')
  for (const [id, secret] of parsed.data.secrets) {
    if (localSecrets.has(encode(secret))) {
      return forCheck(name).problem(`key ${id} is from a local stack`, newKeyringRemedy)
    }
    const weakness = findWeakness(secret)
    if (weakness) return forCheck(name).problem(`key ${id} ${weakness}`, newKeyringRemedy)
  }
  if (parsed.data.secrets.size > 2) {
    const remedy = `Drop the keys that are no longer used: npm run --silent keys -- drop ${name}`
    return forCheck(name).warning(`contains ${parsed.data.secrets.size} keys (${ids})`, remedy)
  }
  return forCheck(name).ok(`valid and random; current key ${parsed.data.current} of ${ids}`)
}

/** `localKeyrings` are those of stacks on this machine. */
export function checkKeyrings(
  environment: Environment,
  localKeyrings: readonly string[],
): Finding[] {
  const localSecrets = new Set(
    localKeyrings.flatMap((keyring) => parseSecrets(keyring).map(encode)),
  )
  const findings = keyringNames.flatMap((name): Finding[] => {
    const text = environment[name]
    if (text) return [checkKeyring(name, text, localSecrets)]
    // The check of the build's variables reports a missing keyring.
    if (name === 'SEALING_KEYS') return []
    return [forCheck(name).skipped('only set for the Worker; set it here too to check it')]
  })
  return [...findings, ...checkSharedKeys(environment)]
}

function checkSharedKeys(environment: Environment): Finding[] {
  const pairs = keyringNames.flatMap((one, place) =>
    keyringNames.slice(place + 1).map((other) => [one, other] as const),
  )
  return pairs.flatMap(([one, other]) => {
    const taken = new Set(parseSecrets(environment[one]).map(encode))
    const isShared = parseSecrets(environment[other]).some((secret) => taken.has(encode(secret)))
    const message = 'have a key in common, so leaking one leaks both'
    const names = `${one} and ${other}`
    return isShared
      ? [forCheck(names).problem(message, `${newKeyringRemedy}, once for each variable.`)]
      : []
  })
}
