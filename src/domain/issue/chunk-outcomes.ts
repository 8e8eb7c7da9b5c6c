/**
 * The outcomes of a chunk's recipients. Each is stored as one character, because an issue may have a hundred thousand.
 */
import { type DropName, dropNames } from './audience.ts'

/** The possible outcomes of a recipient in a frozen chunk, each with the character in which it's stored. */
const characters = {
  waiting: '.',
  /** The recipient is in a call that has begun, or whose outcome is unknown. */
  called: 'c',
  /** Like `called`, but an event has shown that the provider accepted the email. */
  proven: 'p',
  /** Like `called`, but an event has shown that the provider accepted the email and won't send it. */
  failed: 'f',
  accepted: 'a',
  /** The provider refuses the address, or has failed to send the email. */
  rejected: 'r',
} as const

export type Outcome = keyof typeof characters | { readonly dropped: DropName }

const outcomesByCharacter: ReadonlyMap<string, Outcome> = new Map<string, Outcome>([
  [characters.waiting, 'waiting'],
  [characters.called, 'called'],
  [characters.proven, 'proven'],
  [characters.failed, 'failed'],
  [characters.accepted, 'accepted'],
  [characters.rejected, 'rejected'],
  ...dropNames.map((dropped, index): [string, Outcome] => [getDropCharacter(index), { dropped }]),
])

function getDropCharacter(index: number): string {
  return index.toString(36).toUpperCase()
}

/** Throws for any other character, because its recipient mustn't get a second copy. */
export function readOutcome(character: string): Outcome {
  const outcome = outcomesByCharacter.get(character)
  if (outcome === undefined) throw new Error('unknown outcome of a recipient')
  return outcome
}

export const formatOutcome = (outcome: Outcome): string =>
  typeof outcome === 'string'
    ? characters[outcome]
    : getDropCharacter(dropNames.indexOf(outcome.dropped))

/** Returns the stored outcomes after changing each one. */
export const mapOutcomes = (
  outcomes: string,
  map: (outcome: Outcome, position: number) => Outcome,
): string =>
  Array.from(outcomes, (stored, position) =>
    formatOutcome(map(readOutcome(stored), position)),
  ).join('')

/** Recipients who aren't sent the issue. */
export type Drops = readonly (readonly [position: number, name: DropName])[]

/** `kept` is the new outcome of the other waiting recipients. */
export function dropWaiting(outcomes: string, drops: Drops, kept: Outcome): string {
  const dropped = new Map(drops)
  return mapOutcomes(outcomes, (outcome, position) => {
    if (outcome !== 'waiting') return outcome
    const name = dropped.get(position)
    return name === undefined ? kept : { dropped: name }
  })
}

export const readOutcomes = (outcomes: string): Outcome[] => Array.from(outcomes, readOutcome)

/**
 * Returns the outcome after a report about an email that the provider accepted. `hasFailed` is true if the provider then
 * couldn't send the email.
 */
export function applyReport(outcome: Outcome, hasFailed: boolean): Outcome {
  switch (outcome) {
    case 'called':
    case 'failed':
      return hasFailed ? 'failed' : 'proven'
    case 'waiting':
    case 'accepted':
    case 'rejected':
      return hasFailed ? 'rejected' : 'accepted'
    default:
      return outcome
  }
}
